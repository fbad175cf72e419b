import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';
import { undoneField } from './typed-form.ts';

const undoAction = formAction('POST /api/v1/staff/actions/{actionId}/undo/', (form) => ({
  params: { actionId: textOf(form, 'actionId') },
  body: {},
}));

/** The messages after an undo of what would have informed nobody. */
const doneOf: Record<string, string> = {
  'lead.MERGE': 'unmerged',
  'lead.LOG_ATTEMPT': 'unlogged',
  'lead.PLAN_CALL': 'unplanned',
  'employer.MERGE': 'unmerged',
  'employer.DELETE_CONTACT': 'contact-restored',
};

/** Handles the form of the undo bar. `next` is the page that it was posted from, with a message after an undo. */
export async function handleUndoForm(
  api: FormApi,
  page: FormPage,
): Promise<Pick<StaffFormResult, 'done' | 'errors'> & { next: string }> {
  const { done, doneFacts, errors } = await handleStaffForm(page.request, async (form) => {
    const result = await undoAction(api, page, form);
    const { action = '', isEarlierSent } = result.response ?? {};
    const done = doneOf[action] ?? (isEarlierSent ? 'undone-earlier' : 'undone');
    const doneFacts = { [undoneField]: textOf(form, 'actionId') };
    return { done: result.errors ? null : done, doneFacts, errors: result.errors };
  });
  return { done, errors, next: findPreviousPage(page.request, done ? { done, ...doneFacts } : {}) };
}

/** Returns the staff page that the form was posted from, or the overview, with the result. Only paths below `/staff/` are followed. */
function findPreviousPage(request: Request, result: Record<string, string>): string {
  const referrer = URL.parse(request.headers.get('referer') ?? '');
  const isOwn = referrer?.host === new URL(request.url).host && referrer.pathname.startsWith('/staff/');
  const url = isOwn && referrer.pathname !== '/staff/undo/' ? referrer : new URL('/staff/', request.url);
  for (const name of ['done', undoneField]) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
}
