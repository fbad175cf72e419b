import {
  type FormApi,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';

const changeOffers = formAction('POST /api/v1/user/offers-consent/', (form) => ({
  body: { isGranted: textOf(form, 'offers') === 'yes' },
}));

/** Handles the form of the account page that starts or stops offers. Returns its error; both are empty for a GET. */
export async function handleOffersForm(
  api: FormApi,
  page: FormPage,
): Promise<{ isDone: boolean; error: string | null }> {
  if (page.request.method !== 'POST') return { isDone: false, error: null };
  try {
    const { errors } = await changeOffers(api, page, await readFormData(page.request));
    return { isDone: errors === null, error: errors?.message ?? null };
  } catch (error) {
    return { isDone: false, error: toFormErrors(error).message };
  }
}
