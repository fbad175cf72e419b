import { maxUploadBytes } from '#lib/domain/media/media.ts';
import { findFinishSearch } from '#lib/server/auth/finish-after-sign-in.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  textValuesOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import { mockInterviewPath } from './present-mock-interview.ts';

/** Forms of a candidate: book a mock interview, move it, cancel it, tick off the next steps. They work without script. */

export interface BookingFormResult {
  /** Where to go after a form that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
  /** The text to show again after an error. */
  values: Record<string, string>;
  focus: string[];
}

/** A page cannot put a file back into its form. */
const fileIsLost = 'Choose the file again. Then book the time.';

const noResult: BookingFormResult = { redirectTo: null, errors: null, values: {}, focus: [] };

const uploadAction = formAction('POST /api/v1/upload/', (_, file: File) => ({ body: {}, file }));

const bookAction = formAction(
  'POST /api/v1/mock-interviews/book/',
  (form, expertSlug: string, resumeMediaId: string | null) => ({
    body: {
      expertSlug,
      slotId: textOf(form, 'slotId'),
      role: textOf(form, 'role'),
      focus: form.getAll('focus'),
      resumeMediaId,
      portfolioSlug: textOf(form, 'portfolioSlug') || null,
      note: textOf(form, 'note'),
    },
  }),
);

const moveAction = formAction('POST /api/v1/mock-interviews/{mockInterviewId}/move/', (form, id: string) => ({
  params: { mockInterviewId: id },
  body: { slotId: textOf(form, 'slotId') },
}));
const cancelAction = formAction(
  'POST /api/v1/mock-interviews/{mockInterviewId}/cancel/',
  (_, id: string) => ({
    params: { mockInterviewId: id },
    body: {},
  }),
);
const tickAction = formAction(
  'POST /api/v1/mock-interviews/{mockInterviewId}/next-steps/',
  (form, id: string) => ({
    params: { mockInterviewId: id },
    body: { done: form.getAll('done').map(Number) },
  }),
);

/** Handles the form that books a time. A chosen file is uploaded first. */
export const handleBookForm = (
  api: FormApi,
  page: FormPage,
  expertSlug: string,
): Promise<BookingFormResult> =>
  handlePost(page, async (form) => {
    const file = form.get('file');
    let mediaId = textOf(form, 'resumeMediaId') || null;
    if (file instanceof File && file.size > 0) {
      const { response, errors } = await uploadAction(api, page, form, file);
      if (errors)
        return {
          errors: {
            ...errors,
            fields: { file: findFinishSearch(errors, 'signup') ? fileIsLost : errors.message },
          },
        };
      mediaId = response.id;
    }
    const { response, errors } = await bookAction(api, page, form, expertSlug, mediaId);
    return errors ? { errors } : { redirectTo: `${mockInterviewPath(response.id)}?done=booked` };
  });

/** Handles the forms on the page of a booking. */
export const handleMockInterviewForm = (
  api: FormApi,
  page: FormPage,
  id: string,
): Promise<BookingFormResult> =>
  handlePost(page, async (form) => {
    const actions = {
      move: { send: moveAction, done: 'moved' },
      cancel: { send: cancelAction, done: 'cancelled' },
      steps: { send: tickAction, done: 'steps' },
    };
    const { send, done } = actions[textOf(form, 'form') as keyof typeof actions] ?? actions.move;
    const { errors } = await send(api, page, form, id);
    return errors ? { errors } : { redirectTo: `${mockInterviewPath(encodeURIComponent(id))}?done=${done}` };
  });

async function handlePost(
  { request }: FormPage,
  send: (form: FormData) => Promise<Partial<BookingFormResult>>,
): Promise<BookingFormResult> {
  if (request.method !== 'POST') return noResult;
  try {
    const form = await readFormData(request, { acceptsFiles: true, maxBytes: maxUploadBytes + 64 * 1024 });
    const focus = form.getAll('focus').map(String);
    return { ...noResult, values: textValuesOf(form), focus, ...(await send(form)) };
  } catch (error) {
    return { ...noResult, errors: toFormErrors(error) };
  }
}
