import { HttpError } from '#lib/server/http/http-error.ts';
import { type Refused, readStaffForm, refusedOf, staffCall, textOf, textsOf } from '../../pages.ts';

type Api = (request: Request) => Promise<Response>;

export interface MovesTaken {
  report: { moved: number; refused: { number: string; message: string }[] } | null;
  refused: Refused | null;
}

/** The form of the table and of the board, posted before a script has come. */
export async function takeMoves(api: Api, request: Request): Promise<MovesTaken> {
  if (request.method !== 'POST') return { report: null, refused: null };
  try {
    const form = await readStaffForm(request);
    const { answer, refused } = await staffCall(api, request, 'POST /api/v1/staff/job-applications/move/', {
      applicationIds: textsOf(form, 'id'),
      action: textOf(form, 'action'),
      reasonCode: textOf(form, 'reasonCode') || null,
      publicNote: textOf(form, 'publicNote'),
      privateNote: textOf(form, 'privateNote'),
    });
    if (!answer) return { report: null, refused };
    const failed = answer.results.flatMap(({ number, error }) =>
      error ? [{ number: number ?? 'Gone', message: error.message }] : [],
    );
    return { report: { moved: answer.moved, refused: failed }, refused: null };
  } catch (error) {
    if (error instanceof HttpError) return { report: null, refused: refusedOf(error) };
    throw error;
  }
}
