import { sql } from 'kysely';
import { callbackConsent } from '#lib/contract/leads/callback-fields.ts';
import {
  notificationChannels,
  readPreferences,
  signUpWording,
  switchedKinds,
  switchWording,
} from '#lib/domain/account/notification-preferences.ts';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { registrationConsent } from '#lib/domain/hiring/registration/registration-text.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** Something that a person agreed to. */
export interface GivenConsent {
  title: string;
  wording: string;
  grantedAt: Date;
  /** Null while it holds. */
  withdrawnAt: Date | null;
  /** The page on which it is withdrawn; null for one that has ended, or ends with the account. */
  withdrawAt: string | null;
}

/** Lists every consent of a person with its wording and date, the newest first. */
export async function listConsents(db: Db, user: UserRow): Promise<GivenConsent[]> {
  const stored = await db
    .selectFrom('consent')
    .select(['kind', 'channel', 'wording', 'grantedAt', 'withdrawnAt'])
    .where('userId', '=', user.id)
    .execute();
  const registration = await db
    .selectFrom('candidateRegistration')
    .select('consentedAt')
    .where('userId', '=', user.id)
    .executeTakeFirst();
  const { rows: calls } = await sql<{ reference: string; consentedAt: Date }>`
    select reference, consented_at as "consentedAt" from callback_request
    where user_id = ${user.id} order by consented_at desc limit 20`.execute(db);
  const isOffer = (kind: string) => kind === 'offers';
  return [
    {
      title: 'Signing up',
      wording: signUpWording,
      grantedAt: user.dateJoined,
      withdrawnAt: null,
      withdrawAt: hasOptionalMessages(user) ? '/account/#notifications' : null,
    },
    ...(registration
      ? [
          {
            title: 'Moonshot',
            wording: registrationConsent,
            grantedAt: registration.consentedAt,
            withdrawnAt: null,
            withdrawAt: '/moonshot/applications/',
          },
        ]
      : []),
    ...stored.map(({ kind, channel, wording, grantedAt, withdrawnAt }) => ({
      title: isOffer(kind) ? 'Offers and news' : titleOf(kind, channel),
      wording: wording || offersWording,
      ...{ grantedAt, withdrawnAt },
      withdrawAt: withdrawnAt ? null : isOffer(kind) ? '/account/#offers' : '/account/#notifications',
    })),
    ...calls.map(({ reference, consentedAt }) => ({
      title: `Your call ${reference}`,
      wording: callbackConsent,
      grantedAt: consentedAt,
      withdrawnAt: null,
      withdrawAt: '/account/#requests',
    })),
  ].toSorted((one, other) => other.grantedAt.getTime() - one.grantedAt.getTime());
}

const hasOptionalMessages = ({ notificationPreferences }: UserRow): boolean => {
  const preferences = readPreferences(notificationPreferences);
  return (['reminders', 'updates'] as const).some((kind) => Object.values(preferences[kind]).some(Boolean));
};

function titleOf(kind: string, channel: string | null): string {
  const known = switchedKinds.find((one) => one === kind);
  const way = notificationChannels.find((one) => one === channel);
  return known && way ? switchWording(known, way) : 'Messages';
}
