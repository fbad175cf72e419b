import { handleOtpForm, type OtpFormState } from '#lib/server/auth/otp-form.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../confirm-action.ts';
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

/**
 * Handles the forms of the page People: grant a role, revoke the roles of a person, and the OTP that both need. What was typed
 * stays while the OTP is entered. A revocation that interviewers hear of shows their texts first.
 */
export function handlePeopleForm(
  api: FormApi,
  page: FormPage,
  user: UserRow | null = null,
): Promise<StaffFormResult & { otp?: OtpFormState }> {
  return handleStaffForm(page.request, async (form) => {
    const otp = await handleOtpForm(api, page, form, user);
    if (otp) {
      const isAlone = textOf(form, 'form') === '';
      return {
        ...{ otp, errors: otp.errors, values: textValuesOf(form) },
        done: otp.isConfirmed && isAlone ? 'confirmed-otp' : null,
      };
    }
    const isRevocation = textOf(form, 'form') === 'revoke';
    if (!isRevocation) {
      const { errors } = await grantAction(api, page, form);
      return { done: errors ? null : 'changed', errors };
    }
    const { response, ...made } = await confirmAction(
      { api, page, form, label: 'Revoke all roles' },
      revokeAction,
    );
    return { ...made, done: response && 'revoked-role' };
  });
}
