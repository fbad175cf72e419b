import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { importModeLabels } from '#lib/domain/staff/reports/cost-file.ts';
import { costBreakdownLabels, costTouchLabels } from '#lib/domain/staff/reports/costs.ts';
import { csvBody, csvOutcome, maxCsvBytes } from '../list.ts';
import { reportPeriod } from './report-fields.ts';

/** Spend that staff import, and what people cost. Amounts are in paise. */

export const costReportQuery = z.object({
  ...reportPeriod,
  by: z.optional(z.enum(keysOf(costBreakdownLabels), { error: 'Unknown breakdown' })),
  touch: z.optional(z.enum(keysOf(costTouchLabels), { error: 'Unknown visit' })),
});
export type CostReportQuery = z.output<typeof costReportQuery>;

const costNumbers = { spend: z.number(), leads: z.number(), enrolled: z.number(), joined: z.number() };
const numbers = z.object(costNumbers);
export type CostNumbers = z.output<typeof numbers>;

const costGroup = z.object({
  source: z.string(),
  /** Null for all campaigns of a source, and for what has none. */
  campaign: z.nullable(z.string()),
  ...costNumbers,
});
export type CostGroup = z.output<typeof costGroup>;

export const costReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(keysOf(costBreakdownLabels)),
  touch: z.enum(keysOf(costTouchLabels)),
  total: numbers,
  /** The ones with most spend first, then those with most leads. */
  groups: z.array(costGroup),
  moreGroups: z.number(),
  /** The first and the last day with spend; null without any. */
  firstDay: z.nullable(z.iso.date()),
  lastDay: z.nullable(z.iso.date()),
});
export type CostReport = z.output<typeof costReport>;

const importedFile = z.object({
  id: z.string(),
  mode: z.enum(keysOf(importModeLabels)),
  at: instant,
  recordedBy: z.string(),
  rows: z.number(),
  amount: z.number(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Null while it counts. */
  deletedAt: z.nullable(instant),
  deletedBy: z.nullable(z.string()),
});
export type SpendImport = z.output<typeof importedFile>;

const importOutcome = z.extend(csvOutcome, {
  /** The import's id, which the request after the preview sends back, so that sending it twice imports once. */
  importId: z.string(),
  /** Stands for what was stored at the preview; sent back, a change since then is noticed. */
  version: z.number(),
});
export type SpendOutcome = z.output<typeof importOutcome>;

const route = { row: 'API-42', access: 'staff' } as const;
const changed = z.object({ id: z.string() });

export const costRoutes = {
  'GET /api/v1/staff/reports/costs/': endpoint({
    ...route,
    summary: 'Divide spend by leads, enrolments and hires, by source and campaign',
    query: costReportQuery,
    response: costReport,
  }),

  'GET /api/v1/staff/reports/spend/': endpoint({
    ...route,
    summary: 'List the last 100 imports of spend, the newest first, with those that were deleted',
    response: z.object({ imports: z.array(importedFile) }),
  }),

  'POST /api/v1/staff/reports/spend/import/': endpoint({
    ...route,
    summary: 'Import a CSV file of spend, all valid rows at once; the same import id counts once',
    maxBodyBytes: maxCsvBytes,
    maxTextLength: maxCsvBytes,
    body: z.strictObject({
      ...csvBody.shape,
      mode: z.enum(keysOf(importModeLabels), { error: 'Choose what happens to stored amounts' }),
      importId: z.optional(z.uuid({ error: 'Load the page again' })),
      version: z.optional(z.int()),
    }),
    response: importOutcome,
    errors: ['STALE_WRITE'],
  }),

  'POST /api/v1/staff/reports/spend/{importId}/delete/': endpoint({
    ...route,
    summary: 'Delete an import: its amounts do not count any more, and what they replaced counts again',
    body: z.strictObject({}),
    response: changed,
  }),

  'POST /api/v1/staff/reports/spend/{importId}/restore/': endpoint({
    ...route,
    summary: 'Restore a deleted import',
    body: z.strictObject({}),
    response: changed,
  }),
};
