import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { countryIsoCode, firstName, phone as phoneField } from '#lib/contract/core/fields.ts';
import { consent } from '#lib/contract/leads/lead-fields.ts';
import type { CallbackResponse, callbackBody } from '#lib/contract/leads/leads.ts';
import { defaultTimeZone, findCountry } from '#lib/domain/core/countries.ts';
import {
  callbackExpectedBy,
  callbackReference,
  dedupeWindowHours,
  findWindowProblem,
} from '#lib/domain/leads/callback.ts';
import { isFilledByProgram } from '#lib/domain/leads/form-guard.ts';
import { type Phone, requirePhone } from '#lib/server/account/phone.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { consumeOrThrow } from '#lib/server/http/route-limits.ts';
import { validate } from '#lib/server/http/validate.ts';
import { consumeHourlyLeads, type LeadContext } from '../leads.ts';
import { maskPhone } from '#lib/server/log.ts';
import { insertOrFold } from './insert-or-fold.ts';

const perPhoneAndDay = 5;

type Fields = z.output<typeof callbackBody>;

/**
 * Writes the request, or folds it into the one that is open, with where it came from, in one transaction (API-53).
 * @throws HttpError RATE_LIMITED, VALIDATION_FAILED, PHONE_INVALID, COUNTRY_NOT_SUPPORTED
 */
export async function takeCallbackRequest(context: LeadContext, fields: Fields): Promise<CallbackResponse> {
  const { db, config, session, cookies, log } = context;
  const person = personOf(context, fields);
  const { preferredWindow, timeZone } = person;
  const now = await databaseNow(db);
  const problem = findWindowProblem(preferredWindow, timeZone, now);
  if (problem)
    throw new HttpError('VALIDATION_FAILED', {
      message: problem.message,
      fields: { [`preferredWindow.${problem.field}`]: problem.message },
    });

  const asked = {
    id: uuidv7(),
    reference: callbackReference(randomBytes(8)),
    expectedBy: callbackExpectedBy(preferredWindow, timeZone, now),
  };
  if (isFilledByProgram(fields)) return answerOf({ ...asked, status: 'NEW' }, false);

  const userId = session?.user.id ?? null;
  const isOwner = Boolean(session?.user.phoneVerifiedAt) && session?.user.phoneE164 === person.phone.e164;
  const answer = await db.transaction().execute(async (trx) => {
    await consumeOrThrow(trx, {
      key: `callback:phone:${person.phone.e164}`,
      max: perPhoneAndDay,
      windowSeconds: 86_400,
    });
    const row = await insertOrFold(trx, { ...person, ...asked, userId, isOwner }, dedupeWindowHours);
    // A repeat is answered with the same row, but how far we have come with somebody is told to nobody who just knows
    // their number.
    if (row.id !== asked.id) return answerOf(isOwner ? row : { ...row, status: 'NEW' }, true);

    await consumeHourlyLeads(trx, 'callback', config.limits.callbacksPerHour, fields);
    await recordConversion(trx, { kind: 'CALLBACK', subjectId: row.id, userId, ...attributionOf(cookies) });
    return answerOf(row, false);
  });
  const { id, isExisting } = answer;
  log.info(
    { event: 'callback.requested', id, phone: maskPhone(person.phone.e164), isExisting },
    'callback requested',
  );
  return answer;
}

export interface Person {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: Phone;
  preferredWindow: Fields['preferredWindow'];
  timeZone: string;
  topic: string | null;
  message: string | null;
}

/** What a visitor must fill in. A signed-in person agreed to be called when they signed up, and we know the rest. */
const visitor = z.object({ firstName, countryIsoCode, phone: phoneField, consent });
const signedIn = z.object({ firstName, countryIsoCode, phone: phoneField });

function personOf({ session }: LeadContext, fields: Fields): Person {
  const user = session && presentUser(session.user);
  const own = user && fields.phone === undefined && pickPhone(user);
  const wanted = validate(user ? signedIn : visitor, {
    firstName: fields.firstName ?? user?.firstName,
    countryIsoCode: fields.countryIsoCode ?? user?.countryIsoCode,
    phone: fields.phone,
    consent: fields.consent,
    ...own,
  });
  return {
    firstName: wanted.firstName,
    lastName: fields.lastName ?? user?.lastName ?? '',
    email: fields.email || user?.email || null,
    phone: requirePhone(wanted),
    preferredWindow: fields.preferredWindow,
    timeZone:
      fields.timeZone ?? user?.timeZone ?? findCountry(wanted.countryIsoCode)?.timeZone ?? defaultTimeZone,
    topic: fields.topic || null,
    message: fields.message || null,
  };
}

const pickPhone = ({ phone, countryIsoCode }: { phone: string; countryIsoCode: string }) => ({
  phone,
  countryIsoCode,
});

type Row = Pick<CallbackResponse, 'id' | 'reference' | 'status'> & { expectedBy: Date };

const answerOf = ({ id, reference, status, expectedBy }: Row, isExisting: boolean): CallbackResponse => ({
  id,
  reference,
  status,
  expectedBy: expectedBy.toISOString(),
  isExisting,
});
