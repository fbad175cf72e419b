import { type FormApi, type FormPage, formAction } from '#lib/server/http/page-form.ts';
import { handlePost, parseRegistrationForm, type RegistrationFormResult } from '../registration-form.ts';
import { masteryPath } from './present-mastery.ts';

/** Forms of server-rendered pages: register for the next session, or cancel. */

const registerAction = formAction('POST /api/v1/pm-mastery/register/', (form) => ({
  body: parseRegistrationForm(form),
}));

const cancelAction = formAction(
  'POST /api/v1/pm-mastery/registrations/{registrationId}/cancel/',
  (_form, registrationId: string) => ({ params: { registrationId }, body: {} }),
);

export const handleMasteryForm = (api: FormApi, page: FormPage): Promise<RegistrationFormResult> =>
  handlePost(page, async (form) => {
    const { response, errors } = await registerAction(api, page, form);
    const done = response?.isExisting ? 'there' : 'registered';
    return { redirectTo: response && `${masteryPath(response.id)}?done=${done}`, errors };
  });

export const handleMasteryCancelForm = (
  api: FormApi,
  page: FormPage,
  id: string,
): Promise<RegistrationFormResult> =>
  handlePost(page, async (form) => {
    const { errors } = await cancelAction(api, page, form, id);
    return { redirectTo: errors ? null : `${masteryPath(encodeURIComponent(id))}?done=cancelled`, errors };
  });
