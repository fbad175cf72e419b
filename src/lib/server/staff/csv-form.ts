import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from './staff-form.ts';

export interface CsvFormResult extends StaffFormResult {
  outcome?: CsvOutcome | null;
  /** The text of the file after a preview: the button below it sends the same file again. */
  csv?: string;
}

const actions = {
  jobs: formAction('POST /api/v1/staff/jobs/import/', parseCsvForm),
  leads: formAction('POST /api/v1/staff/leads/import/', parseCsvForm),
  certificates: formAction('POST /api/v1/staff/certificates/import/', parseCsvForm),
  applications: formAction('POST /api/v1/staff/job-applications/import/', parseCsvForm),
};

function parseCsvForm(form: FormData, csv: string, isPreview: boolean) {
  const fingerprint = textOf(form, 'confirmed');
  return { body: { csv, isPreview, ...(fingerprint && !isPreview && { fingerprint }) } };
}

/** Handles the import of a CSV file: the first submission shows a preview, the second one imports. */
export function handleCsvForm(
  api: FormApi,
  page: FormPage,
  kind: keyof typeof actions,
): Promise<CsvFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const csv = await fileTextOf(form, 'csv');
    const { response, errors } = await actions[kind](api, page, form, csv, textOf(form, 'step') !== 'take');
    if (errors?.errorCode === 'STALE_WRITE') {
      const again = await actions[kind](api, page, form, csv, true);
      return { outcome: again.response, errors, csv };
    }
    return { outcome: response, errors, csv: response?.isPreview ? csv : '' };
  });
}

/** Returns the text of a chosen file, or of the hidden field that carries it from the preview. */
export async function fileTextOf(form: FormData, name: string): Promise<string> {
  for (const value of form.getAll(name)) {
    const text = typeof value === 'string' ? value : await value.text();
    if (text) return text;
  }
  return '';
}
