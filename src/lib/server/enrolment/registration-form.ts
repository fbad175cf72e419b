import {
  type FormErrors,
  type FormPage,
  readFormData,
  textOf,
  textValuesOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';

/** Parses the fields that the forms of the scholarship test and of PM Mastery share. The endpoint rejects wrong ones. */
export const parseRegistrationForm = (form: FormData) => ({
  programSlug: textOf(form, 'programSlug'),
  currentStatus: textOf(form, 'currentStatus'),
  yearsOfExperience: parseYears(textOf(form, 'yearsOfExperience')),
  motivation: textOf(form, 'motivation'),
  consent: textOf(form, 'consent') === 'yes',
});

const parseYears = (text: string): number | string => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : text);

export interface RegistrationFormResult {
  /** Where to go after a form that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
  /** The text to show again after an error. */
  values: Record<string, string>;
}

/** Reads a posted form and passes it to `send`. Does nothing for a request that is not a POST. */
export async function handlePost(
  { request }: FormPage,
  send: (form: FormData) => Promise<Omit<RegistrationFormResult, 'values'>>,
): Promise<RegistrationFormResult> {
  if (request.method !== 'POST') return { redirectTo: null, errors: null, values: {} };
  try {
    const form = await readFormData(request);
    return { ...(await send(form)), values: textValuesOf(form) };
  } catch (error) {
    return { redirectTo: null, errors: toFormErrors(error), values: {} };
  }
}
