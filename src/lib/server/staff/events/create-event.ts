import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { recordStaffAudit } from '../audit.ts';
import { type EventValues, invalid, requireOrder, toColumns } from './event-values.ts';

/** Creates a draft and returns its id, or the id of the event with the same title and begin. */
export async function createEvent(
  trx: Db,
  staffId: string,
  values: EventValues,
): Promise<{ id: string; isExisting: boolean }> {
  requireOrder(values);
  if (values.recordingUrl) throw invalid('recordingUrl', 'Add the recording when the event is over.');
  // Of two requests at once, the second finds what the first has created.
  await sql`select pg_advisory_xact_lock(hashtext('create an event'))`.execute(trx);
  const existing = await trx
    .selectFrom('liveEvent')
    .select('id')
    .where('title', '=', values.title)
    .where('startsAt', '=', new Date(values.startsAt))
    .executeTakeFirst();
  if (existing) return { id: existing.id, isExisting: true };
  const id = uuidv7();
  await trx
    .insertInto('liveEvent')
    .values({
      ...(toColumns(values) as Required<ReturnType<typeof toColumns>>),
      registrationClosesAt: values.registrationClosesAt ?? values.startsAt,
      ...{ id, slug: await createSlug(trx, values), status: 'DRAFT' },
      ...{ previousStartsAt: null, cancelReason: null, replacedById: null },
    })
    .execute();
  await recordStaffAudit(trx, staffId, 'event.CREATE', id, { title: values.title });
  return { id, isExisting: false };
}

/** Returns an address of the title, and of the day where another event has it. */
async function createSlug(trx: Db, { title, startsAt }: EventValues): Promise<string> {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const slug =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-|-$/g, '') || 'event';
  const choices = [slug, `${slug}-${startsAt.slice(0, 10)}`, `${slug}-${uuidv7().slice(-8)}`];
  const used = await trx.selectFrom('liveEvent').select('slug').where('slug', 'in', choices).execute();
  return choices.find((one) => !used.some((row) => row.slug === one)) ?? uuidv7();
}
