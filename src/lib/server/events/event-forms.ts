import { findFinishSearch } from '#lib/server/auth/finish-after-sign-in.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import { eventPath } from './present-event.ts';

/** The forms on the page of an event: register, take an offered seat, cancel, answer the questions after it. */

export interface EventFormResult {
  /** Where to go after a form that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
}

const ownEventsPath = '/account/events/';

const toEvent = (_: FormData, liveEventId: string) => ({ params: { liveEventId }, body: {} });
const registerAction = formAction(
  'POST /api/v1/live-events/{liveEventId}/register/',
  (form, liveEventId: string) => ({
    params: { liveEventId },
    body: { joinWaitlist: textOf(form, 'joinWaitlist') === 'yes' },
  }),
);
const acceptAction = formAction('POST /api/v1/live-events/{liveEventId}/accept-offer/', toEvent);
const cancelAction = formAction('POST /api/v1/live-events/{liveEventId}/cancel-registration/', toEvent);
const feedbackAction = formAction(
  'POST /api/v1/live-events/{liveEventId}/feedback/',
  (form, liveEventId: string) => ({
    params: { liveEventId },
    body: { rating: Number(textOf(form, 'rating')), suggestion: textOf(form, 'suggestion') },
  }),
);

const actions = {
  REGISTER: { send: registerAction, done: 'registered' },
  ACCEPT_OFFER: { send: acceptAction, done: 'registered' },
  CANCEL: { send: cancelAction, done: 'cancelled' },
  FEEDBACK: { send: feedbackAction, done: 'answered' },
} as const;

/** Handles a form of the page with a person's events: cancel, or take an offered seat. */
export async function handleOwnEventsForm(api: FormApi, page: FormPage): Promise<EventFormResult> {
  if (page.request.method !== 'POST') return { redirectTo: null, errors: null };
  try {
    const form = await readFormData(page.request);
    const { send, done } = actions[textOf(form, 'action') === 'ACCEPT_OFFER' ? 'ACCEPT_OFFER' : 'CANCEL'];
    const { errors } = await send(api, page, form, textOf(form, 'event'));
    if (!errors) return { redirectTo: `${ownEventsPath}?done=${done}`, errors: null };
    // The page asks a visitor to log in.
    return errors.status === 401 || errors.status === 403
      ? { redirectTo: ownEventsPath, errors: null }
      : { redirectTo: null, errors };
  } catch (error) {
    return { redirectTo: null, errors: toFormErrors(error) };
  }
}

/** Handles a form of an event's page. A visitor who is not signed in comes back to the page, which asks for that and then posts the form itself. */
export async function handleEventForm(api: FormApi, page: FormPage, slug: string): Promise<EventFormResult> {
  if (page.request.method !== 'POST') return { redirectTo: null, errors: null };
  try {
    const form = await readFormData(page.request);
    const name = textOf(form, 'action');
    const { send, done } =
      actions[Object.hasOwn(actions, name) ? (name as keyof typeof actions) : 'REGISTER'];
    const { errors } = await send(api, page, form, slug);
    if (!errors) return { redirectTo: `${eventPath(slug)}?done=${done}`, errors: null };
    const search = findFinishSearch(errors, 'signup');
    return search ? { redirectTo: eventPath(slug) + search, errors: null } : { redirectTo: null, errors };
  } catch (error) {
    return { redirectTo: null, errors: toFormErrors(error) };
  }
}
