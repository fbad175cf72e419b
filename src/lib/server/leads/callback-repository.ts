import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { consentVersion } from '#lib/domain/account/consent-texts.ts';
import { type CallbackWindow, dedupeWindowHours } from '#lib/domain/leads/callback.ts';
import { addedOffers, offersColumns } from '#lib/server/account/offers-consent.ts';
import type { Phone } from '#lib/server/account/phone.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The phone number, the time and the topic of the call. */
export interface CallbackDetails {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: Phone;
  preferredWindow: CallbackWindow;
  timeZone: string;
  topic: string | null;
  message: string | null;
}

interface NewCallbackRequest extends CallbackDetails {
  id: string;
  reference: string;
  expectedBy: Date;
  userId: string | null;
  /** The requester's account has verified this number. */
  isOwner: boolean;
  /** Whether a person without an account ticked the box for offers. */
  acceptsOffers: boolean;
}

/**
 * Inserts the request, or updates and returns the open one of the same number. It reads nothing first: the
 * unique index accepts one of many parallel requests, and the others reuse it. An owner who has verified the
 * number may change the open request. Anybody else may only know the number, so they can only make the call
 * earlier and fill empty fields. The event keeps everything that was sent, for the counsellor to read.
 * [API-53]
 */
export async function insertOrReuse(
  trx: Db,
  { phone, isOwner, acceptsOffers, ...request }: NewCallbackRequest,
) {
  await trx
    .updateTable('callbackRequest')
    .set({ isCurrent: false })
    .where('phoneE164', '=', phone.e164)
    .where('isCurrent', '=', true)
    .where('requestedAt', '<=', sql<Date>`now() - make_interval(hours => ${dedupeWindowHours})`)
    .execute();
  const row = await trx
    .insertInto('callbackRequest')
    .values({
      ...request,
      ...offersColumns(acceptsOffers),
      preferredWindow: JSON.stringify(request.preferredWindow),
      countryIsoCode: phone.countryIsoCode,
      phoneE164: phone.e164,
      consentVersion: consentVersion('CALL'),
    })
    .onConflict((conflict) =>
      conflict
        .column('phoneE164')
        .where(
          sql<boolean>`is_current and status not in ('CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE', 'CANCELLED')`,
        )
        .doUpdateSet({ ...(isOwner ? ownerChanges : strangerChanges), ...addedOffers('callbackRequest') }),
    )
    .returning(['id', 'reference', 'status', 'expectedBy'])
    .executeTakeFirstOrThrow();
  const isExisting = row.id !== request.id;
  await trx
    .insertInto('callbackEvent')
    .values({
      id: uuidv7(),
      callbackId: row.id,
      fromStatus: isExisting ? row.status : null,
      toStatus: row.status,
      actorType: 'VISITOR',
      actorId: request.userId,
      reasonCode: isExisting ? 'ASKED_AGAIN' : null,
      privateNote: serializeDetails(request),
    })
    .execute();
  return row;
}

const ownerChanges = {
  firstName: sql<string>`excluded.first_name`,
  lastName: sql<string>`excluded.last_name`,
  email: sql<string | null>`coalesce(excluded.email, callback_request.email)`,
  preferredWindow: sql<string>`excluded.preferred_window`,
  timeZone: sql<string>`excluded.time_zone`,
  expectedBy: sql<Date>`excluded.expected_by`,
  topic: sql<string | null>`coalesce(excluded.topic, callback_request.topic)`,
  message: sql<string | null>`coalesce(excluded.message, callback_request.message)`,
  userId: sql<string | null>`excluded.user_id`,
};

/** Takes the value of the new request if its call is due earlier. */
const ifSooner = <T>(column: string) =>
  sql<T>`case when excluded.expected_by < callback_request.expected_by
    then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`callback_request.${column}`)} end`;

const strangerChanges = {
  email: sql<string | null>`coalesce(callback_request.email, excluded.email)`,
  preferredWindow: ifSooner<string>('preferred_window'),
  timeZone: ifSooner<string>('time_zone'),
  expectedBy: ifSooner<Date>('expected_by'),
  topic: sql<string | null>`coalesce(callback_request.topic, excluded.topic)`,
  message: sql<string | null>`coalesce(callback_request.message, excluded.message)`,
};

const serializeDetails = ({
  firstName,
  lastName,
  email,
  preferredWindow,
  timeZone,
  topic,
  message,
}: Omit<CallbackDetails, 'phone'>) =>
  JSON.stringify({ firstName, lastName, email, preferredWindow, timeZone, topic, message });
