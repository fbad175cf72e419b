import type { CsvOutcome } from '#lib/contract/staff/staff-list.ts';
import { fileText, type Refused, readStaffForm, refusedOf, staffCall, textOf } from './pages.ts';

type Api = (request: Request) => Promise<Response>;
type ImportKey = 'POST /api/v1/staff/jobs/import/' | 'POST /api/v1/staff/job-applications/import/';

export interface CsvTaken {
  outcome: CsvOutcome | null;
  refused: Refused | null;
  /** The file, for the press that follows the preview. */
  csv: string;
}

/** A file that is looked at first, and taken with the second press. */
export async function takeCsv(api: Api, request: Request, key: ImportKey): Promise<CsvTaken> {
  if (request.method !== 'POST') return { outcome: null, refused: null, csv: '' };
  try {
    const form = await readStaffForm(request);
    const csv = await fileText(form, 'csv');
    const isPreview = textOf(form, 'step') !== 'take';
    const { answer, refused } = await staffCall(api, request, key, { csv, isPreview });
    return { outcome: answer, refused, csv: answer?.isPreview ? csv : '' };
  } catch (error) {
    return { outcome: null, refused: refusedOf(error), csv: '' };
  }
}
