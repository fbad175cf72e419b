import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../staff-form.ts';

const grantAction = formAction('POST /api/v1/staff/people/grant/', (form) => ({
  body: {
    countryIsoCode: 'IN',
    phone: textOf(form, 'phone').replace(/\D/g, '').slice(-10),
    role: textOf(form, 'role'),
  },
}));

const revokeAction = formAction('POST /api/v1/staff/people/{userId}/revoke/', (form) => ({
  params: { userId: textOf(form, 'userId') },
  body: { newOwnerId: textOf(form, 'newOwnerId') || null },
}));

/** Handles the forms of the page People: grant a role, or revoke the roles of a person. */
export function handlePeopleForm(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const isRevocation = textOf(form, 'form') === 'revoke';
    const { errors } = isRevocation
      ? await revokeAction(api, page, form)
      : await grantAction(api, page, form);
    return { done: errors ? null : isRevocation ? 'revoked-role' : 'changed', errors };
  });
}
