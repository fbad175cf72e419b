import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { BrochureResponse, brochureRoutes } from '#lib/contract/leads/leads.ts';
import { isFilledByProgram } from '#lib/domain/leads/form-guard.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { addedOffers, grantOffers, offersColumns } from '#lib/server/account/offers-consent.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import { recordLead } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { consumeOrThrow } from '#lib/server/http/limits/consume-or-throw.ts';
import { brochureEmail } from './brochure-email.ts';
import { consumeHourlyLeads, type LeadContext } from './lead-limits.ts';

/** Within a day, a mailbox gets the same brochure once. */
const dedupeWindowHours = 24;
/** Counts all programmes and repeated requests together. */
const mailboxLimits = [
  { key: 'brochure:address', max: 3, windowSeconds: 3600 },
  { key: 'brochure:address-day', max: 6, windowSeconds: 86_400 },
];

type BrochureInput = z.output<
  (typeof brochureRoutes)['POST /api/v1/programs/embark-pro/send-brochure/']['body']
>;

/** Brochures by email. [API-51] */
export const brochureHandlers: Handlers<keyof typeof brochureRoutes> = {
  'POST /api/v1/programs/embark-pro/send-brochure/': (context) =>
    requestBrochure(context, 'embark-pro', context.body),

  'POST /api/v1/programs/career-accelerator-program/send-brochure/': (context) =>
    requestBrochure(context, 'career-accelerator-program', context.body),

  'POST /api/v1/programs/{programSlug}/send-brochure/': (context) =>
    requestBrochure(context, context.params.programSlug, context.body),
};

/**
 * Stores the request, its email and its attribution in one transaction. The outbox then sends the email until a server
 * accepts it. Throws PROGRAM_NOT_FOUND or RATE_LIMITED. [API-51]
 */
async function requestBrochure(
  context: LeadContext,
  programSlug: string,
  input: BrochureInput,
): Promise<BrochureResponse> {
  const program = findProgram(programSlug);
  if (!program) throw new HttpError('PROGRAM_NOT_FOUND');
  if (isFilledByProgram(input)) return { id: uuidv7(), status: 'QUEUED', isExisting: false };

  const { db, config, messages, session, log } = context;
  const mailbox = normalizeMailbox(input.email);
  const userId = session?.user.id ?? null;
  const request = { id: uuidv7(), programSlug, email: input.email, mailbox, userId, messageId: uuidv7() };
  const response = await db.transaction().execute(async (trx) => {
    for (const limit of mailboxLimits)
      await consumeOrThrow(trx, { ...limit, key: `${limit.key}:${mailbox}` });
    const { id, status } = await insertOrReuse(trx, request, !userId && input.acceptsOffers === true);
    if (userId && input.acceptsOffers) await grantOffers(trx, userId);
    if (id !== request.id) return { id, status, isExisting: true };

    await consumeHourlyLeads(trx, 'brochure', config.limits.brochuresPerHour, input);
    const email = brochureEmail({ program, programSlug, siteOrigin: config.siteOrigin });
    await notify(
      { trx, messages, config },
      {
        sender: 'brochure',
        recipient: { address: { userId, email: input.email } },
        text: email.subject,
        email: { ...email, id: request.messageId },
        dedupeKey: `brochure:${id}`,
      },
    );
    await recordConversion(trx, {
      kind: 'BROCHURE',
      subjectId: id,
      userId,
      ...attributionOf(context),
    });
    await recordLead(trx, {
      ...personOf(session),
      email: input.email,
      source: 'BROCHURE',
      subjectId: id,
      programSlug,
    });
    return { id, status, isExisting: false };
  });
  if (!response.isExisting)
    log.info({ event: 'brochure.requested', id: response.id, programSlug }, 'brochure requested');
  return response;
}

/** What an account tells about a person; its number belongs to them once it is verified. */
function personOf(session: LeadContext['session']) {
  const { id, firstName, lastName, phoneE164, phoneVerifiedAt, timeZone } = session?.user ?? {};
  return {
    ...{
      userId: id ?? null,
      firstName: firstName ?? '',
      lastName: lastName ?? '',
      timeZone: timeZone ?? null,
    },
    phoneE164: (phoneVerifiedAt && phoneE164) || null,
  };
}

interface NewBrochureRequest {
  id: string;
  programSlug: string;
  email: string;
  mailbox: string;
  userId: string | null;
  messageId: string;
}

/**
 * Inserts the request, or returns the current one of the same mailbox. The unique index accepts one of many
 * parallel requests.
 */
async function insertOrReuse(trx: Db, request: NewBrochureRequest, acceptsOffers: boolean) {
  await trx
    .updateTable('brochureRequest')
    .set({ isCurrent: false })
    .where('programSlug', '=', request.programSlug)
    .where('mailbox', '=', request.mailbox)
    .where('isCurrent', '=', true)
    .where('requestedAt', '<=', sql<Date>`now() - make_interval(hours => ${dedupeWindowHours})`)
    .execute();
  return trx
    .insertInto('brochureRequest')
    .values({ ...request, ...offersColumns(acceptsOffers), finishedAt: null })
    .onConflict((conflict) =>
      conflict
        .columns(['programSlug', 'mailbox'])
        .where(sql<boolean>`is_current`)
        // The update locks and returns the existing row. A consent to offers may be new; an earlier one stays.
        .doUpdateSet(addedOffers('brochureRequest')),
    )
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}

/**
 * Updates the status of a request after its email was delivered or has failed. After a failure the person can
 * request the brochure again. A sent request does not become current again, because a newer one may have
 * replaced it during a day without a mail server.
 */
export async function recordBrochureDelivery(
  trx: Db,
  messageId: string,
  status: 'SENT' | 'FAILED',
): Promise<void> {
  await trx
    .updateTable('brochureRequest')
    .set({ status, finishedAt: sql<Date>`now()`, ...(status === 'FAILED' && { isCurrent: false }) })
    .where('messageId', '=', messageId)
    .execute();
}
