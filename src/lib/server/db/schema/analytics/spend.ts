import type { Generated } from 'kysely';
import type { SpendMode } from '#lib/domain/staff/reports/cost-file.ts';

/** A file of spend that was imported. */
export interface SpendImportTable {
  id: string;
  /** Imports in their order. */
  number: Generated<number>;
  mode: SpendMode;
  at: Generated<Date>;
  recordedById: string;
  /** Null while it counts. */
  deletedAt: Date | null;
  deletedById: string | null;
  /** Of the last change of any import, so that a preview notices one. */
  version: Generated<number>;
}

export interface SpendEntryTable {
  importId: string;
  day: string;
  /** In lower case, as sources of reports are. */
  source: string;
  /** Empty without one. */
  campaign: string;
  /** In paise. */
  amount: number;
}

export interface SpendTables {
  spendImport: SpendImportTable;
  spendEntry: SpendEntryTable;
}
