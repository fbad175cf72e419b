import { reservePath } from '#lib/domain/catalog/batch-card.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import { enrolmentPath } from './present-enrolment.ts';

/** Forms of server-rendered pages: reserve a seat, take an offered one, cancel. */

export interface EnrolmentFormResult {
  /** Where to go after a form that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
}

const reserveAction = formAction(
  'POST /api/v1/programs/{programSlug}/enrolments/',
  (form, programSlug: string) => ({
    params: { programSlug },
    body: {
      batchId: textOf(form, 'batchId'),
      joinWaitlist: textOf(form, 'joinWaitlist') === 'yes',
      acceptsOffers: textOf(form, 'acceptsOffers') === 'yes',
    },
  }),
);

const toOwnEnrolment = (_: FormData, enrolmentId: string) => ({ params: { enrolmentId }, body: {} });
const acceptAction = formAction('POST /api/v1/enrolments/{enrolmentId}/accept/', toOwnEnrolment);
const cancelAction = formAction('POST /api/v1/enrolments/{enrolmentId}/cancel/', toOwnEnrolment);

/** Handles the form that reserves a seat. When the batch has filled up meanwhile, the page shows it again as full. */
export const handleReserveForm = (
  api: FormApi,
  page: FormPage,
  programSlug: string,
): Promise<EnrolmentFormResult> =>
  handlePost(page, async (form) => {
    const { response, errors } = await reserveAction(api, page, form, programSlug);
    if (!errors) {
      const done = response.isExisting ? 'there' : 'reserved';
      return { redirectTo: `${enrolmentPath(response.id)}?done=${done}`, errors };
    }
    // A sign-in on the page may have ended with an account whose number is not verified; the page then asks for that.
    return errors.status === 401 || errors.status === 403
      ? { redirectTo: reservePath(programSlug, encodeURIComponent(textOf(form, 'batchId'))), errors: null }
      : { redirectTo: null, errors };
  });

/** Handles the forms on the page of an enrolment: take the offered seat, or cancel. */
export const handleEnrolmentForm = (api: FormApi, page: FormPage, id: string): Promise<EnrolmentFormResult> =>
  handlePost(page, async (form) => {
    const isAccepted = textOf(form, 'action') === 'ACCEPT_OFFER';
    const { errors } = await (isAccepted ? acceptAction : cancelAction)(api, page, form, id);
    const done = isAccepted ? 'reserved' : 'cancelled';
    return { redirectTo: errors ? null : `${enrolmentPath(encodeURIComponent(id))}?done=${done}`, errors };
  });

async function handlePost(
  { request }: FormPage,
  send: (form: FormData) => Promise<EnrolmentFormResult>,
): Promise<EnrolmentFormResult> {
  if (request.method !== 'POST') return { redirectTo: null, errors: null };
  try {
    return await send(await readFormData(request));
  } catch (error) {
    return { redirectTo: null, errors: toFormErrors(error) };
  }
}
