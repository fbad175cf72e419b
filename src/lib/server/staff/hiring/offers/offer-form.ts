import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import { parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  textOf,
} from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { integerOf } from '../../staff-form.ts';

const offerAction = formAction(
  'POST /api/v1/staff/job-applications/{jobApplicationId}/offer/',
  (form, jobApplicationId: string) => ({ params: { jobApplicationId }, body: parseOffer(form) }),
);

function parseOffer(form: FormData) {
  const version = integerOf(textOf(form, 'version'));
  const mediaId = textOf(form, 'uploadedId');
  return {
    replaces: version === null ? null : { version, status: textOf(form, 'status') },
    annualPay: parsePay(textOf(form, 'annualPay')),
    joiningOn: textOf(form, 'joiningOn'),
    location: textOf(form, 'location'),
    workMode: textOf(form, 'workMode'),
    terms: textOf(form, 'terms'),
    letter: mediaId ? { mediaId } : null,
    expiresAt: lastMinute(textOf(form, 'expiresAt')),
    publicNote: textOf(form, 'publicNote'),
    privateNote: textOf(form, 'privateNote'),
  };
}

/** Returns the last minute of a day in India. Returns any other text as it is: the endpoint rejects it. */
const lastMinute = (day: string): string =>
  isCalendarDay(day) ? instantOf(day, '23:59', defaultTimeZone).toISOString() : day;

const uploadAction = formAction('POST /api/v1/upload/', (_, file: File) => ({ body: {}, file }));

/** Stores the letter that came with the form, which then names the stored file instead. Returns why it was rejected, or null. */
async function uploadLetter(api: FormApi, page: FormPage, form: FormData): Promise<FormErrors | null> {
  const file = form.get('letter');
  if (!(file instanceof File) || file.size === 0) {
    if (textOf(form, 'removesUploaded') === 'yes') form.delete('uploadedId');
    return null;
  }
  const { response, errors } = await uploadAction(api, page, form, file);
  if (errors) return { ...errors, fields: { letter: errors.message } };
  form.set('uploadedId', response.id);
  form.set('uploadedName', response.name);
  return null;
}

/** Handles the form of an offer: the first one of an application, or one that replaces it. */
export async function handleOfferForm(api: FormApi, page: FormPage, form: FormData, applicationId: string) {
  const uploadErrors = await uploadLetter(api, page, form);
  if (uploadErrors) return { errors: uploadErrors };
  const letter = textOf(form, 'uploadedId') && textOf(form, 'uploadedName');
  const verb = textOf(form, 'version') ? 'Send new offer' : 'Send offer';
  const label = letter ? `${verb} with ${letter}` : verb;
  const { response, ...rest } = await confirmAction({ api, page, form, label }, offerAction, applicationId);
  const isReplaced = (response?.offers.length ?? 0) > 1;
  return { done: response && (isReplaced ? 'offer-replaced' : 'offered'), ...rest };
}
