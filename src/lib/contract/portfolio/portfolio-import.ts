import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { importChoices, importKinds, importSections } from '#lib/domain/portfolio/import/import-change.ts';
import { portfolio, version, write, writeErrors } from './portfolio-schemas.ts';

const choice = z.enum(importChoices, { error: 'Choose ADD, REPLACE or SKIP' });

const change = z.object({
  /** Identifies the item within the file. */
  key: z.string(),
  section: z.enum(importSections),
  /**
   * KEEP: the portfolio already has this value. SKIP: it cannot be imported, and `after` gives the reason.
   */
  kind: z.enum(importKinds),
  /** The label of the field or entry. */
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** What the person can choose; empty when there is nothing to decide. */
  options: z.array(choice),
  /** The suggested choice. */
  choice,
});
export type ImportChange = z.output<typeof change>;

export const portfolioImportRoutes = {
  'POST /api/v1/portfolios/{portfolioId}/import/': endpoint({
    row: 'API-30',
    summary: 'Preview the changes of a JSON Resume, or make them with `apply`. Nothing is deleted',
    access: write.access,
    limits: [perAccount('portfolio-import', 120, 3600)],
    // Large enough for the export of a portfolio that reaches all its limits (C-28, C-29).
    maxBodyBytes: 2 * 1024 * 1024,
    maxBodyKeys: 5000,
    body: z.object({
      version,
      /** See https://jsonresume.org/schema; malformed parts are skipped and reported. */
      resume: z.record(z.string(), z.unknown(), { error: 'Please choose a JSON Resume file' }),
      /** `false` returns a preview and changes nothing. */
      /** The chosen items. An item without a choice is skipped; without the list every change is made. */
      choices: z.optional(
        z
          .array(z.object({ key: z.string(), choice }), { error: 'choices must be a list' })
          .check(z.maxLength(1000, 'Please choose at most 1000 items')),
      ),
      apply: z._default(z.boolean({ error: 'apply must be true or false' }), false),
    }),
    response: z.object({ changes: z.array(change), portfolio: z.nullable(portfolio) }),
    errors: [...writeErrors],
  }),
};
