import { validate as isUuid } from 'uuid';
import { handleOtpForm, type OtpFormState } from '#lib/server/auth/otp-form.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult, textsOf } from '../staff-form.ts';

/** The forms of the webhooks: add one, change it, replace its secret, pause, delete, test it, and send an event again. */

export interface WebhookFormResult extends StaffFormResult {
  /** A new secret, which is shown once; null where it was shown before. */
  shown?: { name: string; secret: string | null; isNew: boolean } | null;
  /** The chosen events to show again after an error. */
  events?: string[];
  /** The OTP that changes need, once it was asked for. */
  otp?: OtpFormState;
}

const fieldsOf = (form: FormData) => ({
  name: textOf(form, 'name'),
  url: textOf(form, 'url'),
  events: textsOf(form, 'events'),
});

const createAction = formAction('POST /api/v1/staff/webhooks/create/', (form) => {
  const id = textOf(form, 'id');
  return { body: { id: isUuid(id) ? id : crypto.randomUUID(), ...fieldsOf(form) } };
});
const path = '/api/v1/staff/webhooks/{webhookId}/';
const updateAction = formAction(`PATCH ${path}update/`, (form, webhookId: string) => ({
  params: { webhookId },
  body: { ...fieldsOf(form), version: integerOf(textOf(form, 'version')) },
}));
const replaceAction = formAction(`POST ${path}replace-secret/`, (form, webhookId: string) => ({
  params: { webhookId },
  body: { version: integerOf(textOf(form, 'version')) },
}));
const setActiveAction = formAction(`POST ${path}set-active/`, (form, webhookId: string) => ({
  params: { webhookId },
  body: { isActive: textOf(form, 'form') === 'resume' },
}));
const deleteAction = formAction(`POST ${path}delete/`, (_, webhookId: string) => ({
  params: { webhookId },
  body: {},
}));
const testAction = formAction(`POST ${path}send-test/`, (_, webhookId: string) => ({
  params: { webhookId },
  body: {},
}));
const againAction = formAction(
  `POST ${path}deliveries/{deliveryId}/send-again/`,
  (form, webhookId: string) => ({
    params: { webhookId, deliveryId: textOf(form, 'deliveryId') },
    body: {},
  }),
);

/** Handles the form that adds a webhook. The page then shows its secret, once. */
export function handleNewWebhookForm(
  api: FormApi,
  page: FormPage,
  user: UserRow | null,
): Promise<WebhookFormResult> {
  return handleStaffForm<Partial<WebhookFormResult>>(page.request, async (form) => {
    const ofOtp = await handleOtp(api, page, form, user);
    if (ofOtp) return ofOtp;
    const { response, errors } = await createAction(api, page, form);
    if (errors) return { errors, events: textsOf(form, 'events') };
    return { shown: { name: response.webhook.name, secret: response.secret, isNew: true } };
  });
}

/** Handles the forms of a webhook's page. */
export function handleWebhookForm(
  api: FormApi,
  page: FormPage,
  id: string,
  user: UserRow | null,
): Promise<WebhookFormResult> {
  return handleStaffForm<Partial<WebhookFormResult>>(page.request, async (form) => {
    const ofOtp = await handleOtp(api, page, form, user);
    if (ofOtp) return ofOtp;
    const step = textOf(form, 'form');
    if (step === 'replace') {
      const { response, errors } = await replaceAction(api, page, form, id);
      return errors
        ? { errors }
        : { shown: { name: response.webhook.name, secret: response.secret, isNew: false } };
    }
    if (step === 'test' || step === 'again') {
      const sent = await (step === 'test' ? testAction : againAction)(api, page, form, id);
      return { done: sent.errors ? null : doneOf(sent.response.status), errors: sent.errors };
    }
    if (step === 'delete') {
      const { errors } = await deleteAction(api, page, form, id);
      return { done: errors ? null : 'webhook-deleted', errors };
    }
    if (step === 'pause' || step === 'resume') {
      const { errors } = await setActiveAction(api, page, form, id);
      return { done: errors ? null : `webhook-${step}d`, errors };
    }
    const { errors } = await updateAction(api, page, form, id);
    return errors ? { errors, events: textsOf(form, 'events') } : { done: 'saved' };
  });
}

async function handleOtp(
  api: FormApi,
  page: FormPage,
  form: FormData,
  user: UserRow | null,
): Promise<Partial<WebhookFormResult> | null> {
  const otp = await handleOtpForm(api, page, form, user);
  return otp && { done: otp.isConfirmed ? 'confirmed-otp' : null, errors: otp.errors, otp };
}

const doneOf = (status: string) => (status === 'SENT' ? 'event-delivered' : 'event-refused');
