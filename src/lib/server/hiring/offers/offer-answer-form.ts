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

/** The forms of a candidate on the page of an application with an offer: accept it, or decline it. */

export interface OfferFormResult {
  /** Where to go after an answer that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
  /** The text to show again after an error. */
  values: Record<string, string>;
}

const path = 'POST /api/v1/moonshot/job-applications/{jobApplicationId}/';

const acceptAction = formAction(`${path}accept-offer/`, (form, jobApplicationId: string) => ({
  params: { jobApplicationId },
  body: { version: Number(textOf(form, 'version')), name: textOf(form, 'name') },
}));

const declineAction = formAction(`${path}decline-offer/`, (form, jobApplicationId: string) => ({
  params: { jobApplicationId },
  body: {
    version: Number(textOf(form, 'version')),
    reason: textOf(form, 'reason'),
    note: textOf(form, 'note'),
  },
}));

/** Handles the answer to an offer. Does nothing for a request that is not a POST. */
export async function handleOfferAnswer(
  api: FormApi,
  page: FormPage,
  applicationId: string,
): Promise<OfferFormResult> {
  const none = { redirectTo: null, errors: null, values: {} };
  if (page.request.method !== 'POST') return none;
  try {
    const form = await readFormData(page.request);
    const isAccepted = textOf(form, 'answer') === 'ACCEPT';
    const { errors } = await (isAccepted ? acceptAction : declineAction)(api, page, form, applicationId);
    if (errors) return { redirectTo: null, errors, values: textValuesOf(form) };
    const done = isAccepted ? 'accepted' : 'declined';
    return {
      ...none,
      redirectTo: `/moonshot/applications/${encodeURIComponent(applicationId)}/?done=${done}`,
    };
  } catch (error) {
    return { ...none, errors: toFormErrors(error) };
  }
}
