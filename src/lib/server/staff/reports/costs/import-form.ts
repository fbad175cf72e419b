import type { SpendOutcome } from '#lib/contract/staff/reports/costs.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import { importModeLabels, type SpendMode } from '#lib/domain/staff/reports/cost-file.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { type CsvFormResult, fileTextOf } from '../../csv-form.ts';
import { handleStaffForm } from '../../staff-form.ts';

export interface SpendFormResult extends CsvFormResult {
  outcome?: SpendOutcome | null;
  mode?: SpendMode;
}

const importAction = formAction(
  'POST /api/v1/staff/reports/spend/import/',
  (form, csv: string, mode: SpendMode, isPreview: boolean) => ({
    body: {
      ...{ csv, isPreview, mode },
      ...(!isPreview && { importId: textOf(form, 'importId'), version: Number(textOf(form, 'version')) }),
    },
  }),
);

const ofImport = (form: FormData) => ({ params: { importId: textOf(form, 'importId') }, body: {} });
const deletions = {
  delete: formAction('POST /api/v1/staff/reports/spend/{importId}/delete/', ofImport),
  restore: formAction('POST /api/v1/staff/reports/spend/{importId}/restore/', ofImport),
};
const done = { delete: 'spend-deleted', restore: 'spend-restored' } as const;

/** Handles the forms of the page of spend: a preview, the import after it, and deleting or restoring an import. */
export function handleSpendForm(api: FormApi, page: FormPage): Promise<SpendFormResult> {
  return handleStaffForm<SpendFormResult>(page.request, async (form) => {
    const step = textOf(form, 'step');
    if (step === 'delete' || step === 'restore') {
      const { errors } = await deletions[step](api, page, form);
      return { done: errors ? null : done[step], errors, values: {} };
    }
    const csv = await fileTextOf(form, 'csv');
    const mode = findOwn(importModes, textOf(form, 'mode')) ?? 'REPLACE';
    const isPreview = step !== 'take';
    const { response, errors } = await importAction(api, page, form, csv, mode, isPreview);
    if (errors?.errorCode === 'STALE_WRITE') {
      const again = await importAction(api, page, form, csv, mode, true);
      return { done: null, values: {}, outcome: again.response, errors, csv, mode };
    }
    const isImported = !isPreview && response?.problem === null;
    return {
      ...{ done: isImported ? 'spend-imported' : null, values: {}, outcome: response, errors, mode },
      csv: response?.isPreview ? csv : '',
    };
  });
}

const importModes: Record<string, SpendMode> = Object.fromEntries(
  Object.keys(importModeLabels).map((mode) => [mode, mode as SpendMode]),
);
