import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { BrochureResponse, brochureRoutes } from '#lib/contract/leads/leads.ts';
import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import { isFilledByProgram } from '#lib/domain/leads/form-guard.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import { attributionOf, recordConversion } from '#lib/server/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { consumeOrThrow } from '#lib/server/http/route-limits.ts';
import { consumeHourlyLeads, type LeadContext } from '../leads.ts';
import { brochureMail } from './brochure-mail.ts';
import { mailboxOf } from './mailbox.ts';

/** Within a day the same mailbox asks for the same mail. */
const dedupeWindowHours = 24;
/** Both programmes and repeats together. */
const perMailbox = [
  { key: 'brochure:address', max: 3, windowSeconds: 3600 },
  { key: 'brochure:address-day', max: 6, windowSeconds: 86_400 },
];

type Fields = z.output<(typeof brochureRoutes)['POST /api/v1/programs/embark-pro/send-brochure/']['body']>;

/**
 * Writes the request, its mail and where it came from in one transaction; the mail goes out after it, and again until
 * a server takes it (API-51).
 * @throws HttpError RATE_LIMITED
 */
export async function takeBrochureRequest(
  context: LeadContext,
  programSlug: BrochureProgram,
  fields: Fields,
): Promise<BrochureResponse> {
  if (isFilledByProgram(fields)) return { id: uuidv7(), status: 'QUEUED', isExisting: false };
  const program = findProgram(programSlug);
  if (!program) throw new HttpError('PROGRAM_NOT_FOUND');

  const { db, config, messages, session, cookies, log } = context;
  const mailbox = mailboxOf(fields.email);
  const userId = session?.user.id ?? null;
  const asked = { id: uuidv7(), programSlug, email: fields.email, mailbox, userId };
  const messageId = uuidv7();
  const answer = await db.transaction().execute(async (trx) => {
    for (const limit of perMailbox) await consumeOrThrow(trx, { ...limit, key: `${limit.key}:${mailbox}` });
    const { id, status } = await insertOrFold(trx, { ...asked, messageId });
    if (id !== asked.id) return { id, status, isExisting: true };

    await consumeHourlyLeads(trx, 'brochure', config.limits.brochuresPerHour, fields);
    const mail = brochureMail({ program, programSlug, to: fields.email, siteOrigin: config.siteOrigin });
    await messages.queue(trx, { ...mail, id: messageId, dedupeKey: `brochure:${id}` });
    await recordConversion(trx, { kind: 'BROCHURE', subjectId: id, userId, ...attributionOf(cookies) });
    return { id, status, isExisting: false };
  });
  if (!answer.isExisting)
    log.info({ event: 'brochure.requested', id: answer.id, programSlug }, 'brochure requested');
  return answer;
}

interface Asked {
  id: string;
  programSlug: BrochureProgram;
  email: string;
  mailbox: string;
  userId: string | null;
  messageId: string;
}

/** The row of this request, or of the current one of the same mailbox: of many presses at once the index lets one in. */
async function insertOrFold(trx: Db, asked: Asked) {
  await trx
    .updateTable('brochureRequest')
    .set({ isCurrent: false })
    .where('programSlug', '=', asked.programSlug)
    .where('mailbox', '=', asked.mailbox)
    .where('isCurrent', '=', true)
    .where('requestedAt', '<=', sql<Date>`now() - make_interval(hours => ${dedupeWindowHours})`)
    .execute();
  return trx
    .insertInto('brochureRequest')
    .values({ ...asked, finishedAt: null })
    .onConflict((conflict) =>
      conflict
        .columns(['programSlug', 'mailbox'])
        .where(sql<boolean>`is_current`)
        // Nothing changes; only so is the row that is there already locked and returned.
        .doUpdateSet({ isCurrent: true }),
    )
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
}
