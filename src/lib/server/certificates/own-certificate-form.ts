import { HttpError } from '#lib/server/http/http-error.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';

export interface OwnCertificateFormResult {
  /** Where to go after a form that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
  /** The certificate whose form was rejected, and what was typed. */
  certificateId: string | null;
  holderName: string;
}

const toCertificate = (form: FormData) => ({ certificateId: textOf(form, 'certificateId') });
const visibilityAction = formAction('POST /api/v1/certificates/{certificateId}/visibility/', (form) => ({
  params: toCertificate(form),
  body: { isHidden: textOf(form, 'form') === 'hide' },
}));
const portfolioAction = formAction('POST /api/v1/certificates/{certificateId}/portfolio/', (form) => ({
  params: toCertificate(form),
  body: { isInPortfolio: textOf(form, 'form') === 'list' },
}));
const nameAction = formAction('POST /api/v1/certificates/{certificateId}/request-name/', (form) => ({
  params: toCertificate(form),
  body: { holderName: textOf(form, 'holderName'), note: textOf(form, 'note') },
}));

const actions = new Map<string, typeof nameAction | typeof portfolioAction | typeof visibilityAction>([
  ['hide', visibilityAction],
  ['show', visibilityAction],
  ['name', nameAction],
  ['list', portfolioAction],
  ['unlist', portfolioAction],
]);

/** Handles the forms of the holder's page: hide, show, add to the portfolio, remove, ask for another name. */
export async function handleOwnCertificateForm(
  api: FormApi,
  page: FormPage,
): Promise<OwnCertificateFormResult> {
  const nothing = { redirectTo: null, errors: null, certificateId: null, holderName: '' };
  if (page.request.method !== 'POST') return nothing;
  try {
    const form = await readFormData(page.request);
    const name = textOf(form, 'form');
    const action = actions.get(name);
    if (!action)
      throw new HttpError('VALIDATION_FAILED', { message: 'Please reload the page', fields: ['form'] });
    const { errors } = await action(api, page, form);
    if (!errors) return { ...nothing, redirectTo: `/account/certificates/?done=${name}` };
    return { ...nothing, errors, ...toCertificate(form), holderName: textOf(form, 'holderName') };
  } catch (error) {
    return { ...nothing, errors: toFormErrors(error) };
  }
}
