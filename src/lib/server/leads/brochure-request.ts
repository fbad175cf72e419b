import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { BrochureResponse, brochureRoutes } from '#lib/contract/leads/leads.ts';
import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import { isFilledByProgram } from '#lib/domain/leads/form-guard.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Handlers } from '#lib/server/context.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { consumeOrThrow } from '#lib/server/http/route-limits.ts';
import { brochureEmail } from './brochure-email.ts';
import { consumeHourlyLeads, type LeadContext } from './lead-limits.ts';

/** Within a day, a mailbox gets the same brochure once. */
const dedupeWindowHours = 24;
/** Counts both programmes and repeated requests together. */
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
};

/**
 * Stores the request, its email and its attribution in one transaction. The outbox then sends the email until a server
 * accepts it. Throws RATE_LIMITED. [API-51]
 */
async function requestBrochure(
  context: LeadContext,
  programSlug: BrochureProgram,
  input: BrochureInput,
): Promise<BrochureResponse> {
  if (isFilledByProgram(input)) return { id: uuidv7(), status: 'QUEUED', isExisting: false };
  const program = findProgram(programSlug);
  if (!program) throw new HttpError('PROGRAM_NOT_FOUND');

  const { db, config, messages, session, cookies, log } = context;
  const mailbox = normalizeMailbox(input.email);
  const userId = session?.user.id ?? null;
  const request = { id: uuidv7(), programSlug, email: input.email, mailbox, userId, messageId: uuidv7() };
  const response = await db.transaction().execute(async (trx) => {
    for (const limit of mailboxLimits)
      await consumeOrThrow(trx, { ...limit, key: `${limit.key}:${mailbox}` });
    const { id, status } = await insertOrReuse(trx, request);
    if (id !== request.id) return { id, status, isExisting: true };

    await consumeHourlyLeads(trx, 'brochure', config.limits.brochuresPerHour, input);
    const email = brochureEmail({ program, programSlug, to: input.email, siteOrigin: config.siteOrigin });
    await messages.queue(trx, { ...email, id: request.messageId, dedupeKey: `brochure:${id}` });
    await recordConversion(trx, { kind: 'BROCHURE', subjectId: id, userId, ...attributionOf(cookies) });
    return { id, status, isExisting: false };
  });
  if (!response.isExisting)
    log.info({ event: 'brochure.requested', id: response.id, programSlug }, 'brochure requested');
  return response;
}

interface NewBrochureRequest {
  id: string;
  programSlug: BrochureProgram;
  email: string;
  mailbox: string;
  userId: string | null;
  messageId: string;
}

/**
 * Inserts the request, or returns the current one of the same mailbox. The unique index accepts one of many
 * parallel requests.
 */
async function insertOrReuse(trx: Db, request: NewBrochureRequest) {
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
    .values({ ...request, finishedAt: null })
    .onConflict((conflict) =>
      conflict
        .columns(['programSlug', 'mailbox'])
        .where(sql<boolean>`is_current`)
        // This update changes nothing, but it locks and returns the existing row.
        .doUpdateSet({ isCurrent: true }),
    )
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}

/** Mail domains that ignore dots in front of the @. */
const dotlessDomains = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns one spelling for all addresses that reach the same person: lower case, without the tag after a plus
 * sign, without Gmail's dots, the domain as DNS has it. It is used for comparing only; the email goes to the
 * address as typed. [C-37]
 */
function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const typedDomain = email.slice(at + 1).toLowerCase();
  const domain = domainToASCII(typedDomain) || typedDomain;
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '');
  return dotlessDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
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
