import type { ErrorBody } from '#lib/contract/core/errors.ts';
import { callbackTopicLength } from '#lib/contract/leads/lead-fields.ts';
import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import { defaultTimeZone, findCountry } from '#lib/domain/core/countries.ts';
import { readTypedPhone } from '#lib/domain/core/phone-input.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { parseCallbackWindow, windowFieldOf } from '#lib/domain/leads/callback-times.ts';
import type { BrochureReceiptInput, CallbackReceiptInput } from '#lib/domain/leads/lead-receipt.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { callApiForPage, readForm } from '#lib/server/http/page-form.ts';

/** A form goes back to the person: what was typed, and what is wrong with it. */
export interface ReturnedForm {
  status: number;
  values: Record<string, string>;
  errors: Record<string, string>;
  formError: string | null;
  /** As it came: whoever mends one field needs no more time than that takes. */
  startedAt: number | null;
}

export type FormOutcome<Taken> = { taken: Taken; returned: null } | { taken: null; returned: ReturnedForm };

type Api = (request: Request) => Promise<Response>;

/** API-51 for a page without script. */
export async function takeBrochureForm(
  api: Api,
  request: Request,
  slug: BrochureProgram,
): Promise<FormOutcome<BrochureReceiptInput>> {
  return take(request, async ({ email = '', ...fields }) => {
    const key = `POST /api/v1/programs/${slug}/send-brochure/` as const;
    const { answer, error, status } = await callApiForPage(api, request, key, { email, ...guard(fields) });
    if (!answer) return back(status, { email }, error, fields);
    const { status: mailStatus, isExisting } = answer;
    return { taken: { email: formatTrimmedText(email), status: mailStatus, isExisting }, returned: null };
  });
}

/** API-53 for a page without script. `ownTimeZone` is the signed-in person's. */
export async function takeCallbackForm(
  api: Api,
  request: Request,
  ownTimeZone?: string,
): Promise<FormOutcome<CallbackReceiptInput>> {
  return take(request, async (fields) => {
    const { firstName = '', callOn = '', callBetween = '', message = '', consent = '' } = fields;
    // Nobody types it, so nobody could mend it: it comes from the page's address.
    const topic = (fields.topic ?? '').slice(0, callbackTopicLength);
    const typed = readTypedPhone(fields.phone ?? '', fields.countryIsoCode ?? '');
    const timeZone = ownTimeZone ?? findCountry(typed.countryIsoCode)?.timeZone ?? defaultTimeZone;
    const { answer, error, status } = await callApiForPage(
      api,
      request,
      'POST /api/v1/cap/request-sales-callback/',
      {
        firstName,
        ...typed,
        message,
        topic,
        preferredWindow: parseCallbackWindow(callOn, callBetween),
        timeZone,
        consent: consent === 'yes',
        ...guard(fields),
      },
    );
    if (!answer)
      return back(
        status,
        { firstName, ...typed, callOn, callBetween, message, topic, consent },
        error,
        fields,
      );
    const { reference, expectedBy, isExisting } = answer;
    return { taken: { reference, expectedBy, isExisting, timeZone }, returned: null };
  });
}

async function take<Taken>(
  request: Request,
  answer: (fields: Record<string, string>) => Promise<FormOutcome<Taken>>,
): Promise<FormOutcome<Taken>> {
  try {
    return await answer(await readForm(request));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return back(error.status, {}, error.body(''), {});
  }
}

/** The honeypot, and for how long a server-rendered form was shown, by the clock of the server that made it. */
function guard({ website = '', ...fields }: Record<string, string>) {
  const startedAt = readStart(fields);
  return { website, ...(startedAt === null ? {} : { elapsedMs: Date.now() - startedAt }) };
}

const readStart = ({ startedAt = '' }: Record<string, string>): number | null =>
  /^\d{1,16}$/.test(startedAt) ? Number(startedAt) : null;

function back(
  status: number,
  values: Record<string, string>,
  error: Pick<ErrorBody, 'error' | 'fieldErrors'>,
  sent: Record<string, string>,
): { taken: null; returned: ReturnedForm } {
  const named = Object.entries(error.fieldErrors).map(
    ([field, text]) => [field.startsWith('preferredWindow') ? windowFieldOf(field) : field, text] as const,
  );
  const errors = Object.fromEntries(named.filter(([field]) => field in values));
  const isPlaced =
    named.length > 0 && Object.keys(errors).length === new Set(named.map(([field]) => field)).size;
  const formError = isPlaced ? null : error.error;
  return { taken: null, returned: { status, values, errors, formError, startedAt: readStart(sent) } };
}
