import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { countryIsoCode, firstName, phone } from '#lib/contract/core/fields.ts';
import { consent } from '#lib/contract/leads/lead-schemas.ts';
import type { CallbackResponse, callbackBody, callbackRoutes } from '#lib/contract/leads/leads.ts';
import { findCountry } from '#lib/domain/core/countries.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { callbackExpectedBy, callbackReference } from '#lib/domain/leads/callback.ts';
import { isFilledByProgram } from '#lib/domain/leads/form-guard.ts';
import { emailRecipientOf } from '#lib/server/account/email-recipient.ts';
import { grantOffers } from '#lib/server/account/offers-consent.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { consumeOrThrow } from '#lib/server/http/limits/consume-or-throw.ts';
import { validate } from '#lib/server/http/validate.ts';
import { maskPhone } from '#lib/server/log.ts';
import { confirmCallback } from './callback-confirmation.ts';
import { type CallbackDetails, insertOrReuse } from './callback-repository.ts';
import { requireCallableWindow } from './callback-window.ts';
import { lockLeadOfPhone, moveLeadCall, recordCallbackLead } from './lead-call.ts';
import { consumeHourlyLeads, type LeadContext } from './lead-limits.ts';

const maxPerPhoneAndDay = 5;

type CallbackInput = z.output<typeof callbackBody>;

/** Callback requests. [API-53] */
export const callbackHandlers: Handlers<keyof typeof callbackRoutes> = {
  'POST /api/v1/cap/request-sales-callback/': (context) => requestCallback(context, context.body),
};

/**
 * Stores the request with its attribution in one transaction, or reuses the open request of the same number. Throws
 * RATE_LIMITED, VALIDATION_FAILED, PHONE_INVALID or COUNTRY_NOT_SUPPORTED. [API-53]
 */
async function requestCallback(context: LeadContext, input: CallbackInput): Promise<CallbackResponse> {
  const { db, config, session, log } = context;
  const details = requireDetails(context, input);
  const { preferredWindow, timeZone } = details;
  const now = await databaseNow(db);
  requireCallableWindow(preferredWindow, timeZone, now);

  const request = {
    id: uuidv7(),
    reference: callbackReference(randomBytes(8)),
    expectedBy: callbackExpectedBy(preferredWindow, timeZone, now),
  };
  if (isFilledByProgram(input)) return presentCallback({ ...request, status: 'NEW' }, false);

  const userId = session?.user.id ?? null;
  const isOwner = Boolean(session?.user.phoneVerifiedAt) && session?.user.phoneE164 === details.phone.e164;
  // An address that comes from the account gets mail only once it is proved; one in the form was given for this request.
  const email = input.email || (session && emailRecipientOf(session.user));
  const recipient = { phoneE164: details.phone.e164, userId, email };
  const response = await db.transaction().execute(async (trx) => {
    const key = `callback:phone:${details.phone.e164}`;
    await consumeOrThrow(trx, { key, max: maxPerPhoneAndDay, windowSeconds: 86_400 });
    const acceptsOffers = input.acceptsOffers === true;
    await lockLeadOfPhone(trx, details.phone.e164, email);
    const row = await insertOrReuse(trx, {
      ...{ ...details, ...request, userId, isOwner },
      acceptsOffers: acceptsOffers && !userId,
    });
    if (acceptsOffers && userId) await grantOffers(trx, userId);
    await recordCallbackLead(trx, { ...details, ...recipient, id: row.id, expectedBy: row.expectedBy });
    // A stranger who only knows the number must not learn the status of the open request.
    if (row.id !== request.id) {
      if (isOwner) await moveLeadCall(trx, row.id, row.expectedBy);
      if (isOwner) await confirmCallback({ ...context, trx }, { ...details, ...row, ...recipient }, 'moved');
      return presentCallback(isOwner ? row : { ...row, status: 'NEW' }, true);
    }

    await consumeHourlyLeads(trx, 'callback', config.limits.callbacksPerHour, input);
    await confirmCallback({ ...context, trx }, { ...details, ...row, ...recipient }, 'booked');
    await recordConversion(trx, {
      kind: 'CALLBACK',
      subjectId: row.id,
      userId,
      ...attributionOf(context),
    });
    return presentCallback(row, false);
  });
  const { id, isExisting } = response;
  log.info(
    { event: 'callback.requested', id, phone: maskPhone(details.phone.e164), isExisting },
    'callback requested',
  );
  return response;
}

/** A signed-in person agreed to be called when they signed up, and we know the rest. A visitor fills in everything. */
const signedInFields = z.object({ firstName, countryIsoCode, phone });
const visitorFields = z.object({ firstName, countryIsoCode, phone, consent });

/** Completes the input with what we know of the signed-in person. Throws VALIDATION_FAILED for missing fields. */
function requireDetails({ session }: LeadContext, input: CallbackInput): CallbackDetails {
  const user = session && presentUser(session.user);
  const fields = validate(user ? signedInFields : visitorFields, {
    firstName: input.firstName ?? user?.firstName,
    countryIsoCode: input.countryIsoCode ?? user?.countryIsoCode,
    phone: input.phone,
    consent: input.consent,
    // If the person enters no other number, the account's number is used with its own country.
    ...(user && input.phone === undefined && { phone: user.phone, countryIsoCode: user.countryIsoCode }),
  });
  return {
    firstName: fields.firstName,
    lastName: input.lastName ?? user?.lastName ?? '',
    email: input.email || user?.email || null,
    phone: requirePhone(fields),
    preferredWindow: input.preferredWindow,
    timeZone:
      input.timeZone ?? user?.timeZone ?? findCountry(fields.countryIsoCode)?.timeZone ?? defaultTimeZone,
    topic: input.topic || null,
    message: input.message || null,
  };
}

type CallbackRow = Pick<CallbackResponse, 'id' | 'reference' | 'status'> & { expectedBy: Date };

const presentCallback = (
  { id, reference, status, expectedBy }: CallbackRow,
  isExisting: boolean,
): CallbackResponse => ({ id, reference, status, expectedBy: expectedBy.toISOString(), isExisting });
