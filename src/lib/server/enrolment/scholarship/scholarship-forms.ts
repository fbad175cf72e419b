import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handlePost, parseRegistrationForm, type RegistrationFormResult } from '../registration-form.ts';
import { scholarshipPath } from './present-scholarship.ts';

/** Forms of server-rendered pages: register for the test, book a time. */

const registerAction = formAction('POST /api/v1/ep-scholarship-test/register/', (form) => {
  const testSlotId = textOf(form, 'testSlotId');
  return { body: { ...parseRegistrationForm(form), ...(testSlotId && { testSlotId }) } };
});

const bookAction = formAction(
  'POST /api/v1/ep-scholarship-test/registrations/{registrationId}/book-slot/',
  (form, registrationId: string) => ({
    params: { registrationId },
    body: { testSlotId: textOf(form, 'testSlotId') },
  }),
);

/** Handles the form that registers a person. */
export const handleScholarshipForm = (api: FormApi, page: FormPage): Promise<RegistrationFormResult> =>
  handlePost(page, async (form) => {
    const { response, errors } = await registerAction(api, page, form);
    const done = response?.isExisting ? 'there' : 'registered';
    return { redirectTo: response && `${scholarshipPath(response.id)}?done=${done}`, errors };
  });

/** Handles the form that books another time. */
export const handleSlotForm = (api: FormApi, page: FormPage, id: string): Promise<RegistrationFormResult> =>
  handlePost(page, async (form) => {
    const { errors } = await bookAction(api, page, form, id);
    return { redirectTo: errors ? null : `${scholarshipPath(encodeURIComponent(id))}?done=booked`, errors };
  });
