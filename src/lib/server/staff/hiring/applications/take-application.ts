import { type Refused, readStaffForm, refusedOf, staffCall, textOf, typedIn } from '../../pages.ts';

type Api = (request: Request) => Promise<Response>;

interface Taken {
  done: string | null;
  refused: Refused | null;
}

/** One of the forms of an application's page. Gives what was done, for the address, or why it was refused. */
export async function takeApplicationForm(
  api: Api,
  request: Request,
  id: string,
): Promise<Taken & { values: Record<string, string> }> {
  try {
    const form = await readStaffForm(request);
    return { ...(await takeForm(api, request, id, form)), values: typedIn(form) };
  } catch (error) {
    return { done: null, refused: refusedOf(error), values: {} };
  }
}

async function takeForm(api: Api, request: Request, id: string, form: FormData): Promise<Taken> {
  const kind = textOf(form, 'form');
  if (kind === 'move') return takeMove(api, request, id, form);
  if (kind !== 'slot' && kind !== 'batch' && kind !== 'note') return { done: null, refused: nothingChosen };
  const params = { jobApplicationId: id };
  const path = 'POST /api/v1/staff/job-applications/{jobApplicationId}/';
  const { refused } =
    kind === 'slot'
      ? await staffCall(api, request, `${path}book-slot/`, { slotId: textOf(form, 'slotId') }, params)
      : kind === 'batch'
        ? await staffCall(api, request, `${path}book-batch/`, { batchId: textOf(form, 'batchId') }, params)
        : await staffCall(api, request, `${path}note/`, { text: textOf(form, 'text') }, params);
  return { done: refused ? null : kind === 'note' ? 'noted' : 'booked', refused };
}

/** No form of the page sends this. */
const nothingChosen: Refused = {
  status: 400,
  message: 'Nothing was changed: choose what to do on this page',
  fields: {},
};

async function takeMove(api: Api, request: Request, id: string, form: FormData): Promise<Taken> {
  const { answer, refused } = await staffCall(api, request, 'POST /api/v1/staff/job-applications/move/', {
    applicationIds: [id],
    action: textOf(form, 'action'),
    reasonCode: textOf(form, 'reasonCode') || null,
    publicNote: textOf(form, 'publicNote'),
    privateNote: textOf(form, 'privateNote'),
  });
  const message = answer?.results[0]?.error?.message;
  if (message) return { done: null, refused: { status: 409, message, fields: {} } };
  return { done: refused ? null : 'moved', refused };
}
