import { sql } from 'kysely';
import { consentText } from '#lib/domain/account/consent-texts.ts';
import {
  notificationChannels,
  readPreferences,
  switchedKinds,
  switchWording,
} from '#lib/domain/account/notification-preferences.ts';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { openCallbackStatuses } from '#lib/domain/leads/callback.ts';
import { listFormOffers } from '#lib/server/account/offers-consent.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** Something that a person agreed to. */
export interface GivenConsent {
  title: string;
  wording: string;
  grantedAt: Date;
  /** Null while it holds. */
  withdrawnAt: Date | null;
  /**
   * How it is withdrawn: on a page that a link opens, or by a form. Null for one that was withdrawn, or whose purpose has ended.
   */
  withdraw: { label: string; href: string } | 'MOONSHOT' | 'OFFERS' | null;
}

const stopMessages = { label: 'Stop the messages', href: '/account/#notifications' };

/** Lists every consent of a person with its wording and date, the newest first. */
export async function listConsents(db: Db, user: UserRow): Promise<GivenConsent[]> {
  const lists = [
    listMessages(db, user),
    listMoonshot(db, user),
    listCalls(db, user),
    listOffersOfForms(db, user),
    listRegistrations(db, user),
  ];
  return [signUp(user), ...(await Promise.all(lists)).flat()].toSorted(
    (one, other) => other.grantedAt.getTime() - one.grantedAt.getTime(),
  );
}

/** The messages can be stopped; the terms end with the account. */
function signUp({ dateJoined, consentVersion, notificationPreferences }: UserRow): GivenConsent {
  const preferences = readPreferences(notificationPreferences);
  const hasMessages = (['reminders', 'updates'] as const).some((kind) =>
    Object.values(preferences[kind]).some(Boolean),
  );
  return {
    ...{ title: 'Signing up', wording: consentText('SIGN_UP', consentVersion) },
    ...{ grantedAt: dateJoined, withdrawnAt: null },
    withdraw: hasMessages ? stopMessages : { label: 'Delete the account', href: '/account/privacy/#delete' },
  };
}

async function listMessages(db: Db, { id }: UserRow): Promise<GivenConsent[]> {
  const rows = await db
    .selectFrom('consent')
    .select(['kind', 'channel', 'wording', 'grantedAt', 'withdrawnAt'])
    .where('userId', '=', id)
    .execute();
  return rows.map(({ kind, channel, wording, grantedAt, withdrawnAt }) => {
    const [title, href] =
      kind === 'moonshot'
        ? ['Moonshot', '']
        : kind === 'offers'
          ? ['Offers and news', '/account/#offers']
          : [titleOf(kind, channel), '/account/#notifications'];
    return {
      ...{ title, wording: wording || offersWording, grantedAt, withdrawnAt },
      withdraw: withdrawnAt ? null : { label: 'Withdraw', href },
    };
  });
}

function titleOf(kind: string, channel: string | null): string {
  const known = switchedKinds.find((one) => one === kind);
  const way = notificationChannels.find((one) => one === channel);
  return known && way ? switchWording(known, way) : 'Messages';
}

async function listMoonshot(db: Db, { id }: UserRow): Promise<GivenConsent[]> {
  const rows = await db
    .selectFrom('candidateRegistration')
    .select(['consentedAt', 'consentVersion'])
    .where('userId', '=', id)
    .execute();
  return rows.map(({ consentedAt: grantedAt, consentVersion }) => ({
    ...{ title: 'Moonshot', wording: consentText('MOONSHOT', consentVersion), grantedAt, withdrawnAt: null },
    withdraw: 'MOONSHOT',
  }));
}

/** The box for offers in forms for calls and brochures. */
async function listOffersOfForms(db: Db, { id }: UserRow): Promise<GivenConsent[]> {
  const forms = await listFormOffers(db, id);
  return forms.map(({ withdrawnAt, ...consent }) => ({
    ...{ title: 'Offers and news, in a form', ...consent, withdrawnAt },
    withdraw: withdrawnAt ? null : 'OFFERS',
  }));
}

const maxCalls = 20;

/** Calls that the person asked for while logged in, or to the verified number, also before signing up. */
async function listCalls(db: Db, { id, phoneE164, phoneVerifiedAt }: UserRow): Promise<GivenConsent[]> {
  const { rows } = await sql<{
    reference: string;
    consentedAt: Date;
    consentVersion: number;
    cancelledAt: Date | null;
    isOpen: boolean;
  }>`
    select reference, consented_at as "consentedAt", consent_version as "consentVersion", status = any(${[...openCallbackStatuses]}::text[]) as "isOpen",
      (select max(at) from callback_event event where event.callback_id = request.id and undone_at is null
        and request.status = 'CANCELLED' and event.to_status = 'CANCELLED') as "cancelledAt"
    from callback_request request where user_id = ${id} or phone_e164 = ${phoneVerifiedAt ? phoneE164 : null}
    order by consented_at desc limit ${maxCalls}`.execute(db);
  return rows.map(
    ({ reference, consentedAt: grantedAt, consentVersion, cancelledAt: withdrawnAt, isOpen }) => ({
      ...{
        title: `Your call ${reference}`,
        wording: consentText('CALL', consentVersion),
        grantedAt,
        withdrawnAt,
      },
      withdraw: isOpen ? { label: 'Cancel the call', href: '/account/#requests' } : null,
    }),
  );
}

/** Registrations for the scholarship test and for PM Mastery, by whose boxes a person agrees to be contacted. */
async function listRegistrations(db: Db, { id }: UserRow): Promise<GivenConsent[]> {
  const tests = await db
    .selectFrom('scholarshipRegistration')
    .select(['registrationNumber', 'registeredAt', 'consentVersion'])
    .where('userId', '=', id)
    .execute();
  const { rows: sessions } = await sql<{
    id: string;
    number: string;
    registeredAt: Date;
    consentVersion: number;
    cancelledAt: Date | null;
  }>`
    select id, registration_number as "number", registered_at as "registeredAt", consent_version as "consentVersion",
      (select max(at) from mastery_event event where event.registration_id = registration.id and undone_at is null
        and registration.status = 'CANCELLED' and event.to_status = 'CANCELLED') as "cancelledAt"
    from mastery_registration registration where user_id = ${id}`.execute(db);
  return [
    ...tests.map(({ registrationNumber, registeredAt: grantedAt, consentVersion }) => ({
      ...{
        title: `Scholarship test ${registrationNumber}`,
        wording: consentText('TEST', consentVersion),
        grantedAt,
        withdrawnAt: null,
      },
      withdraw: stopMessages,
    })),
    ...sessions.map((session) => ({
      ...{ title: `PM Mastery ${session.number}`, wording: consentText('MASTERY', session.consentVersion) },
      ...{ grantedAt: session.registeredAt, withdrawnAt: session.cancelledAt },
      withdraw: session.cancelledAt
        ? null
        : { label: 'Cancel the registration', href: `/pm-mastery/${session.id}/` },
    })),
  ];
}
