import type { AstroGlobal } from 'astro';
import { callbackTopicLength } from '#lib/contract/leads/lead-schemas.ts';
import { findCountry } from '#lib/domain/core/countries.ts';
import { waitField } from '#lib/domain/core/limits/proof-of-work.ts';
import { parsePhoneInput } from '#lib/domain/core/phone-input.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { brochurePath } from '#lib/domain/leads/brochure.ts';
import { parseCallbackWindow, windowFieldOf } from '#lib/domain/leads/callback-times.ts';
import {
  type BrochureReceiptInput,
  brochureReceipt,
  type CallbackReceiptInput,
  callbackReceipt,
  type Receipt,
} from '#lib/domain/leads/lead-receipt.ts';
import {
  type FormApi,
  type FormErrors,
  formAction,
  readFormData,
  type SignedWait,
  textValuesOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { findReceiptCookie, setReceiptCookie } from './receipt-cookie.ts';

/**
 * Lead forms that are posted without JavaScript. The response redirects to the receipt, or shows the form
 * again.
 */

/** A rejected form as its page shows it again: the values that were sent and their errors. */
export interface RejectedForm {
  status: number;
  values: Record<string, string>;
  errors: Record<string, string>;
  formError: string | null;
  /** The start time from the first form. Correcting one field may be quick, so the time does not restart. */
  startedAt: number | null;
  /** Set when nothing is wrong with the form, but the network is busy: it is sent again after a wait. [C-12] */
  wait: SignedWait | null;
}

type LeadFormResult<Receipt> =
  | { receipt: Receipt; rejected: null }
  | { receipt: null; rejected: RejectedForm };
type FormValues = Record<string, string>;

/** The parts of a page that its form needs. */
export type LeadPage = Pick<AstroGlobal, 'request' | 'response' | 'redirect' | 'cookies' | 'url' | 'locals'>;

/** The parts of a page that are needed to handle its form. */
type LeadFormPage = { request: Request; locals: Pick<App.Locals, 'user'> };

const brochureAction = formAction(
  'POST /api/v1/programs/{programSlug}/send-brochure/',
  (form, programSlug: string) => ({ params: { programSlug }, ...parseBrochureForm(form) }),
);

const callbackAction = formAction('POST /api/v1/cap/request-sales-callback/', parseCallbackForm);

/** Handles a posted form for a brochure. Returns a redirect to the receipt, the rejected form, or neither for a GET. [API-51] */
export const handleBrochureForm = (page: LeadPage, runtime: Pick<Runtime, 'api' | 'config'>, slug: string) =>
  handlePost(page, runtime, (api) => sendBrochureForm(api, page, slug));

/**
 * Handles a posted callback form. Returns a redirect to the receipt, the rejected form, or neither for a GET.
 * [API-53]
 */
export const handleCallbackForm = (page: LeadPage, runtime: Pick<Runtime, 'api' | 'config'>) =>
  handlePost(page, runtime, (api) => sendCallbackForm(api, page));

/** Returns the receipt of the brochure that was requested on this page, or null. */
export function findBrochureReceipt(
  page: LeadPage,
  { slug, name }: { slug: string; name: string },
): Receipt | null {
  const cookie = findReceiptCookie(page);
  return cookie?.email ? brochureReceipt({ ...cookie, email: cookie.email }, name, brochurePath(slug)) : null;
}

/** Returns the receipt of the callback that was requested on this page, or null. */
export function findCallbackReceipt(page: LeadPage): Receipt | null {
  const cookie = findReceiptCookie(page);
  if (!cookie?.reference || !cookie.expectedBy) return null;
  return callbackReceipt({ ...cookie, reference: cookie.reference, expectedBy: cookie.expectedBy });
}

async function handlePost(
  page: LeadPage,
  { api, config }: Pick<Runtime, 'api' | 'config'>,
  send: (api: FormApi) => Promise<LeadFormResult<BrochureReceiptInput | CallbackReceiptInput>>,
): Promise<{ redirect: Response | null; rejected: RejectedForm | null }> {
  if (page.request.method !== 'POST') return { redirect: null, rejected: null };
  const { receipt, rejected } = await send(api);
  if (rejected) {
    Object.assign(page.response, { status: rejected.status, statusText: '' });
    return { redirect: null, rejected };
  }
  setReceiptCookie(page, receipt, config.secureCookies);
  return { redirect: page.redirect(`${page.url.pathname}?sent`, 303), rejected: null };
}

function sendBrochureForm(
  api: FormApi,
  page: LeadFormPage,
  slug: string,
): Promise<LeadFormResult<BrochureReceiptInput>> {
  return readAndSend(page, async (form) => {
    const { email = '', acceptsOffers = '' } = textValuesOf(form);
    const { response, errors } = await brochureAction(api, page, form, slug);
    if (errors) return rejectForm(errors, { email, acceptsOffers }, form);
    const { status, isExisting } = response;
    return { receipt: { email: formatTrimmedText(email), status, isExisting }, rejected: null };
  });
}

function parseBrochureForm(form: FormData) {
  const { email = '', acceptsOffers, ...fields } = textValuesOf(form);
  return {
    body: { email, acceptsOffers: acceptsOffers === 'yes', ...parseGuard(fields) },
    ...parseWait(fields),
  };
}

/** The time zone is that of the signed-in person, or else of the country. */
export function sendCallbackForm(
  api: FormApi,
  page: LeadFormPage,
): Promise<LeadFormResult<CallbackReceiptInput>> {
  return readAndSend(page, async (form) => {
    const values = parseCallbackValues(textValuesOf(form));
    const country = findCountry(values.countryIsoCode);
    const timeZone = page.locals.user?.timeZone ?? country?.timeZone ?? defaultTimeZone;
    const { response, errors } = await callbackAction(api, page, form, timeZone);
    if (errors) return rejectForm(errors, values, form);
    const { reference, expectedBy, isExisting } = response;
    return { receipt: { reference, expectedBy, isExisting, timeZone }, rejected: null };
  });
}

function parseCallbackForm(form: FormData, timeZone: string) {
  const fields = textValuesOf(form);
  const { callOn, callBetween, consent, acceptsOffers, ...values } = parseCallbackValues(fields);
  const preferredWindow = parseCallbackWindow(callOn, callBetween);
  return {
    body: {
      ...{ ...values, preferredWindow, timeZone },
      consent: consent === 'yes',
      acceptsOffers: acceptsOffers === 'yes',
      ...parseGuard(fields),
    },
    ...parseWait(fields),
  };
}

/** Returns the fields of the callback form, as the page shows them again after an error. */
function parseCallbackValues(fields: FormValues) {
  const {
    firstName = '',
    callOn = '',
    callBetween = '',
    message = '',
    consent = '',
    acceptsOffers = '',
  } = fields;
  const phone = parsePhoneInput(fields.phone ?? '', fields.countryIsoCode ?? '');
  // The topic comes from the page's address, so the person could not correct one that is too long.
  const topic = (fields.topic ?? '').slice(0, callbackTopicLength);
  return { firstName, ...phone, callOn, callBetween, message, topic, consent, acceptsOffers };
}

/** Reads and submits the form. A body that is not a form is rejected with the error of the request. */
async function readAndSend<Receipt>(
  { request }: LeadFormPage,
  send: (form: FormData) => Promise<LeadFormResult<Receipt>>,
): Promise<LeadFormResult<Receipt>> {
  let form: FormData;
  try {
    form = await readFormData(request);
  } catch (error) {
    return rejectForm(toFormErrors(error), {}, new FormData());
  }
  return send(form);
}

/** Returns the honeypot, and how long a server-rendered form was open by the clock of the server that rendered it. */
function parseGuard({ website = '', ...fields }: FormValues) {
  const startedAt = parseStart(fields);
  return { website, ...(startedAt === null ? {} : { elapsedMs: Date.now() - startedAt }) };
}

const parseWait = ({ [waitField]: wait }: FormValues) => (wait ? { wait } : {});

const parseStart = ({ startedAt = '' }: FormValues): number | null =>
  /^\d{1,16}$/.test(startedAt) ? Number(startedAt) : null;

/**
 * Assigns the field errors to the form's fields. For an error without a field, the form shows the general
 * message.
 */
function rejectForm(
  { status, message, fields, wait }: FormErrors,
  values: FormValues,
  form: FormData,
): { receipt: null; rejected: RejectedForm } {
  const entries = Object.entries(fields).map(
    ([field, text]) => [field.startsWith('preferredWindow') ? windowFieldOf(field) : field, text] as const,
  );
  const errors = Object.fromEntries(entries.filter(([field]) => field in values));
  const fieldCount = new Set(entries.map(([field]) => field)).size;
  const hasFieldForEach = entries.length > 0 && Object.keys(errors).length === fieldCount;
  const formError = hasFieldForEach ? null : message;
  const startedAt = parseStart(textValuesOf(form));
  return { receipt: null, rejected: { status, values, errors, formError, startedAt, wait: wait ?? null } };
}
