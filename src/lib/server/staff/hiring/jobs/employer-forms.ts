import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../../staff-form.ts';

const createEmployerAction = formAction('POST /api/v1/staff/employers/create/', (form) => ({
  body: {
    name: textOf(form, 'name'),
    website: textOf(form, 'website').trim() || null,
    about: textOf(form, 'about'),
  },
}));

const createLocationAction = formAction('POST /api/v1/staff/locations/create/', (form) => ({
  body: {
    city: textOf(form, 'city'),
    region: textOf(form, 'region'),
    countryIsoCode: textOf(form, 'countryIsoCode'),
  },
}));

/** Handles the forms for a new employer and a new place. After an error, `values.form` says which one was posted. */
export function handleEmployerForms(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const action = textOf(form, 'form') === 'employer' ? createEmployerAction : createLocationAction;
    const { errors } = await action(api, page, form);
    return { done: errors ? null : 'added', errors };
  });
}
