import { type Refused, readStaffForm, refusedOf, staffCall, textOf, typedIn } from '../../pages.ts';

/** The form of a candidate's page. */
export async function takeCandidateForm(
  api: (request: Request) => Promise<Response>,
  request: Request,
  userId: string,
): Promise<{ done: string | null; refused: Refused | null; values: Record<string, string> }> {
  try {
    const form = await readStaffForm(request);
    const { refused } = await staffCall(
      api,
      request,
      'POST /api/v1/staff/candidates/{userId}/move/',
      {
        action: textOf(form, 'action'),
        publicNote: textOf(form, 'publicNote'),
        privateNote: textOf(form, 'privateNote'),
        ...(textOf(form, 'updatedAt') && { updatedAt: textOf(form, 'updatedAt') }),
      },
      { userId },
    );
    return { done: refused ? null : 'moved', refused, values: typedIn(form) };
  } catch (error) {
    return { done: null, refused: refusedOf(error), values: {} };
  }
}
