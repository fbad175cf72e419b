import type { AstroGlobal } from 'astro';
import type { ErrorBody } from '#lib/contract/core/errors.ts';
import { callbackTopicLength } from '#lib/contract/leads/lead-fields.ts';
import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import { defaultTimeZone, findCountry } from '#lib/domain/core/countries.ts';
import { readTypedPhone } from '#lib/domain/core/phone-input.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { brochurePath } from '#lib/domain/leads/brochure.ts';
import { parseCallbackWindow, windowFieldOf } from '#lib/domain/leads/callback-times.ts';
import {
  type BrochureReceiptInput,
  brochureReceipt,
  type CallbackReceiptInput,
  callbackReceipt,
  type Receipt,
} from '#lib/domain/leads/lead-receipt.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { callApiForPage, readForm } from '#lib/server/http/page-form.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { findReceiptCookie, setReceiptCookie } from './receipt-cookie.ts';

/** Lead forms that were posted without script. Their pages answer with a redirect to the receipt, or show the form again. */

/** A rejected form as its page shows it again: the values that were sent, and what is wrong with them. */
export interface RejectedForm {
  status: number;
  values: Record<string, string>;
  errors: Record<string, string>;
  formError: string | null;
  /** The time that the form carried. Correcting one field may be quick, so the clock does not start again. */
  startedAt: number | null;
}

type LeadFormResult<Receipt> =
  | { receipt: Receipt; rejected: null }
  | { receipt: null; rejected: RejectedForm };
type Api = (request: Request) => Promise<Response>;
type Fields = Record<string, string>;

/** The parts of a page that its form needs. */
export type LeadPage = Pick<AstroGlobal, 'request' | 'response' | 'redirect' | 'cookies' | 'url' | 'locals'>;

/** Handles a posted form for a brochure. Returns a redirect to the receipt, the rejected form, or neither for a GET. [API-51] */
export const handleBrochureForm = (
  page: LeadPage,
  runtime: Pick<Runtime, 'api' | 'config'>,
  slug: BrochureProgram,
) => handlePost(page, runtime, (api) => sendBrochureForm(api, page.request, slug));

/** Handles a posted request for a call. Returns a redirect to the receipt, the rejected form, or neither for a GET. [API-53] */
export const handleCallbackForm = (page: LeadPage, runtime: Pick<Runtime, 'api' | 'config'>) =>
  handlePost(page, runtime, (api) => sendCallbackForm(api, page.request, page.locals.user?.timeZone));

/** Returns the receipt of the brochure that was requested on this page, or null. */
export function findBrochureReceipt(
  page: LeadPage,
  { slug, name }: { slug: BrochureProgram; name: string },
): Receipt | null {
  const cookie = findReceiptCookie(page);
  return cookie?.email ? brochureReceipt({ ...cookie, email: cookie.email }, name, brochurePath(slug)) : null;
}

/** Returns the receipt of the call that was requested on this page, or null. */
export function findCallbackReceipt(page: LeadPage): Receipt | null {
  const cookie = findReceiptCookie(page);
  if (!cookie?.reference || !cookie.expectedBy) return null;
  return callbackReceipt({ ...cookie, reference: cookie.reference, expectedBy: cookie.expectedBy });
}

async function handlePost(
  page: LeadPage,
  { api, config }: Pick<Runtime, 'api' | 'config'>,
  send: (api: Api) => Promise<LeadFormResult<BrochureReceiptInput | CallbackReceiptInput>>,
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
  api: Api,
  request: Request,
  slug: BrochureProgram,
): Promise<LeadFormResult<BrochureReceiptInput>> {
  return parseAndSend(request, async ({ email = '', ...fields }) => {
    const key = `POST /api/v1/programs/${slug}/send-brochure/` as const;
    const body = { email, ...parseGuard(fields) };
    const { answer, error, status } = await callApiForPage(api, request, key, body);
    if (!answer) return rejectForm(status, { email }, error, fields);
    const { status: emailStatus, isExisting } = answer;
    return { receipt: { email: formatTrimmedText(email), status: emailStatus, isExisting }, rejected: null };
  });
}

/** The time zone is that of the signed-in person, or else of the country. */
export function sendCallbackForm(
  api: Api,
  request: Request,
  userTimeZone?: string,
): Promise<LeadFormResult<CallbackReceiptInput>> {
  return parseAndSend(request, async (fields) => {
    const { firstName = '', callOn = '', callBetween = '', message = '', consent = '' } = fields;
    // The topic comes from the page's address, so the person could not correct one that is too long.
    const topic = (fields.topic ?? '').slice(0, callbackTopicLength);
    const phone = readTypedPhone(fields.phone ?? '', fields.countryIsoCode ?? '');
    const timeZone = userTimeZone ?? findCountry(phone.countryIsoCode)?.timeZone ?? defaultTimeZone;
    const key = 'POST /api/v1/cap/request-sales-callback/';
    const { answer, error, status } = await callApiForPage(api, request, key, {
      firstName,
      ...phone,
      message,
      topic,
      preferredWindow: parseCallbackWindow(callOn, callBetween),
      timeZone,
      consent: consent === 'yes',
      ...parseGuard(fields),
    });
    const values = { firstName, ...phone, callOn, callBetween, message, topic, consent };
    if (!answer) return rejectForm(status, values, error, fields);
    const { reference, expectedBy, isExisting } = answer;
    return { receipt: { reference, expectedBy, isExisting, timeZone }, rejected: null };
  });
}

/** Reads the fields and sends them. A body that is no form is rejected with the error of the request. */
async function parseAndSend<Receipt>(
  request: Request,
  send: (fields: Fields) => Promise<LeadFormResult<Receipt>>,
): Promise<LeadFormResult<Receipt>> {
  try {
    return await send(await readForm(request));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return rejectForm(error.status, {}, error.body(''), {});
  }
}

/** Returns the honeypot, and how long a server-rendered form was open by the clock of the server that rendered it. */
function parseGuard({ website = '', ...fields }: Fields) {
  const startedAt = parseStart(fields);
  return { website, ...(startedAt === null ? {} : { elapsedMs: Date.now() - startedAt }) };
}

const parseStart = ({ startedAt = '' }: Fields): number | null =>
  /^\d{1,16}$/.test(startedAt) ? Number(startedAt) : null;

/** Places the API's field errors at the form's fields. Where one has no field, the form shows the general message. */
function rejectForm(
  status: number,
  values: Fields,
  error: Pick<ErrorBody, 'error' | 'fieldErrors'>,
  fields: Fields,
): { receipt: null; rejected: RejectedForm } {
  const entries = Object.entries(error.fieldErrors).map(
    ([field, text]) => [field.startsWith('preferredWindow') ? windowFieldOf(field) : field, text] as const,
  );
  const errors = Object.fromEntries(entries.filter(([field]) => field in values));
  const fieldCount = new Set(entries.map(([field]) => field)).size;
  const hasFieldForEach = entries.length > 0 && Object.keys(errors).length === fieldCount;
  const formError = hasFieldForEach ? null : error.error;
  return { receipt: null, rejected: { status, values, errors, formError, startedAt: parseStart(fields) } };
}
