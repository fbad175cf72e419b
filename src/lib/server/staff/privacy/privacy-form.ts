import { handleOtpForm } from '#lib/server/auth/otp-form.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm } from '../staff-form.ts';

const exportAction = formAction('POST /api/v1/staff/privacy/export/', (form) => ({
  body: { contact: textOf(form, 'contact') },
}));
const eraseAction = formAction('POST /api/v1/staff/privacy/erase/', (form) => ({
  body: { contact: textOf(form, 'contact'), rows: Number(textOf(form, 'rows')) },
}));

/** Handles the two forms of the page, and the OTP that both need. An export is returned as `file`, which the page sends. */
export const handlePrivacyRequest = (api: FormApi, page: FormPage, user: UserRow | null) =>
  handleStaffForm(page.request, async (form) => {
    const otp = await handleOtpForm(api, page, form, user);
    if (otp) return { done: otp.isConfirmed ? 'confirmed-otp' : null, errors: otp.errors, file: null, otp };
    if (textOf(form, 'form') === 'erase') {
      const { errors } = await eraseAction(api, page, form);
      return { done: errors ? null : 'privacy-erased', errors, file: null };
    }
    const { response, errors } = await exportAction(api, page, form);
    return { done: null, errors, file: response?.json ?? null };
  });
