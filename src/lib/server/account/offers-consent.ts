import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OffersConsent, offersConsentRoutes } from '#lib/contract/account/offers-consent.ts';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import type { Handlers } from '#lib/server/context.ts';
import { mailboxOf } from '#lib/server/core/mailbox-sql.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The person's own choice about offers and news. */
export const offersConsentHandlers: Handlers<keyof typeof offersConsentRoutes> = {
  'POST /api/v1/user/offers-consent/': async ({ db, body, session, log }) => {
    const userId = session.user.id;
    const { isGranted } = body;
    const consent = await db.transaction().execute(async (trx) => {
      if (isGranted) await grantOffers(trx, userId);
      else await withdrawOffers(trx, userId);
      return findOffersConsent(trx, userId);
    });
    log.info({ event: 'consent.changed', userId, kind: 'offers', isGranted }, 'consent to offers changed');
    return consent;
  },
};

/** Stores that the person agreed to offers, with the wording and the time. A consent that is valid stays as it was. */
export async function grantOffers(trx: Db, userId: string): Promise<void> {
  await trx
    .insertInto('consent')
    .values({
      id: uuidv7(),
      userId,
      kind: 'offers',
      channel: null,
      wording: offersWording,
      withdrawnAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the consent to offers on every channel, and that of the forms which the person sent. */
export async function withdrawOffers(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('consent')
    .set({ withdrawnAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('kind', '=', 'offers')
    .where('withdrawnAt', 'is', null)
    .execute();
  for (const table of formTables)
    await sql`
      update ${sql.table(table)} set offers_withdrawn_at = now()
      where offers_granted_at is not null and offers_withdrawn_at is null and ${isOwnForm(table, userId)}`.execute(
      trx,
    );
}

const formTables = ['callback_request', 'brochure_request'] as const;

/** Returns whether a form is the person's: sent while logged in, or with their verified number or address. */
function isOwnForm(table: (typeof formTables)[number], userId: string): RawBuilder<boolean> {
  const contact =
    table === 'callback_request'
      ? sql`phone_e164 in (select phone_e164 from app_user where id = ${userId} and phone_verified_at is not null)`
      : sql`${mailboxOf(sql.ref('brochure_request.email'))} in (
          select ${mailboxOf(sql.ref('app_user.email'))} from app_user
          where id = ${userId} and email_verified_at is not null)`;
  return sql<boolean>`(user_id = ${userId} or ${contact})`;
}

interface FormConsent {
  wording: string;
  grantedAt: Date;
  withdrawnAt: Date | null;
}

/** Lists the consents to offers that a person gave in forms, which `withdrawOffers` ends. */
export async function listFormOffers(db: Db, userId: string): Promise<FormConsent[]> {
  const lists = formTables.map((table) =>
    sql<FormConsent>`
      select coalesce(offers_wording, ${offersWording}) as wording, offers_granted_at as "grantedAt",
        offers_withdrawn_at as "withdrawnAt" from ${sql.table(table)}
      where offers_granted_at is not null and ${isOwnForm(table, userId)}`.execute(db),
  );
  return (await Promise.all(lists)).flatMap(({ rows }) => rows);
}

/** Returns the person's newest choice about offers on all channels. */
export async function findOffersConsent(db: Db, userId: string): Promise<OffersConsent> {
  const row = await db
    .selectFrom('consent')
    .select(['wording', 'grantedAt', 'withdrawnAt'])
    .where('userId', '=', userId)
    .where('kind', '=', 'offers')
    .where('channel', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return {
    isGranted: row !== undefined && row.withdrawnAt === null,
    wording: row?.wording ?? offersWording,
    grantedAt: row?.grantedAt.toISOString() ?? null,
    withdrawnAt: row?.withdrawnAt?.toISOString() ?? null,
  };
}

/** The columns of a form that was sent without an account and with the box for offers ticked. */
export const offersColumns = (isGranted: boolean) => ({
  offersWording: isGranted ? offersWording : null,
  offersGrantedAt: isGranted ? sql<Date>`now()` : null,
});

/** The changes to a form's existing row: a new consent is added, and an earlier one keeps its wording and time. */
export const addedOffers = (table: 'callbackRequest' | 'brochureRequest') => ({
  offersWording: sql<string | null>`coalesce(${sql.ref(`${table}.offersWording`)}, excluded.offers_wording)`,
  offersGrantedAt: sql<Date | null>`coalesce(${sql.ref(`${table}.offersGrantedAt`)}, excluded.offers_granted_at)`,
});
