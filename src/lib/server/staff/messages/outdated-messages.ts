import { sql } from 'kysely';
import { isReplacedBy } from '#lib/domain/hiring/applications/heard-state.ts';
import type { NotifiedAction } from '#lib/domain/hiring/applications/notification-facts.ts';
import type { OutboxRow } from '#lib/server/account/notifications/repeat-message.ts';
import type { Db } from '#lib/server/db/index.ts';
import { uuidPattern } from './message-applications.ts';

/** Messages that are not sent again together with others, because what they say may not be true any more. */

type Named = Pick<OutboxRow, 'id' | 'dedupeKey' | 'repeatOf'>;

/** Returns, by the message, why it is not sent again unread: its matter went on, or its time has passed. [C-41] */
export async function findOutdated(trx: Db, messages: readonly Named[]): Promise<Map<string, string>> {
  const keys = await loadKeys(trx, messages);
  const changes = await listChanges(trx, [...keys.values()]);
  const past = await listPast(trx, [...keys.values()]);
  const followed = await listFollowed(trx, messages);
  const findReason = (id: string): string | null => {
    const key = keys.get(id) ?? '';
    const change = changes.get(key);
    if (change) return change.reason;
    if (idsIn(key).some((part) => past.has(part))) return timePassed;
    return followed.has(id) ? 'There is a later message of this kind to the person.' : null;
  };
  return new Map(
    messages.flatMap(({ id }) => {
      const reason = findReason(id);
      return reason ? [[id, reason] as const] : [];
    }),
  );
}

const timePassed = 'Its time has passed.';
const idsIn = (key: string): string[] => key.match(uuidPattern) ?? [];

/**
 * Lists which of the mock interviews, live events and training batches that these keys name have begun, or for a batch ended, by the id in
 * the key.
 */
async function listPast(trx: Db, keys: readonly string[]): Promise<Set<string>> {
  const ids = keys.flatMap(idsIn);
  const { rows } = await sql<{ id: string }>`
    select part.id from (
      select id, starts_at as until from mock_interview_event
      union all
      select registration.id, event.starts_at from event_registration registration
      join live_event event on event.id = registration.event_id
      union all
      select history.id, event.starts_at from event_registration_history history
      join event_registration registration on registration.id = history.registration_id
      join live_event event on event.id = registration.event_id
      union all
      select message.id, batch.ends_at from batch_message message
      join training_batch batch on batch.id = message.batch_id) part
    where part.id = any(${ids}::uuid[]) and part.until <= now()`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the key of each message without its channel; a repetition has that of the first message. */
async function loadKeys(trx: Db, messages: readonly Named[]): Promise<Map<string, string>> {
  const firstIds = messages.flatMap(({ repeatOf }) => repeatOf ?? []);
  const firsts = firstIds.length
    ? await trx.selectFrom('outbox').select(['id', 'dedupeKey']).where('id', 'in', firstIds).execute()
    : [];
  const firstKeys = new Map(firsts.map(({ id, dedupeKey }) => [id, dedupeKey]));
  return new Map(
    messages.map(({ id, dedupeKey, repeatOf }) => [
      id,
      (firstKeys.get(repeatOf ?? '') ?? dedupeKey).replace(/:(?:email|sms|whatsapp)$/, ''),
    ]),
  );
}

interface Change {
  key: string;
  action: NotifiedAction | null;
  isOver: boolean;
  later: (NotifiedAction | null)[];
}

/** Returns the changes of applications that these keys are of, each with why its message is outdated, null where it is not. */
async function listChanges(
  trx: Db,
  keys: readonly string[],
): Promise<Map<string, { reason: string | null }>> {
  // What was done together has one time, which the clocks of the drivers may round.
  const { rows } = await sql<Change>`
    select 'application:' || event.id as key, event.action, coalesce(event.starts_at <= now(), false) as is_over,
      array(select later.action from application_event later
        where later.application_id = event.application_id and later.undone_at is null
          and later.at > event.at + interval '1 ms') as later
    from application_event event
    where event.id = any(${keys.flatMap((key) => /^application:([\da-f-]{36})$/.exec(key)?.[1] ?? [])}::uuid[])`.execute(
    trx,
  );
  return new Map(
    rows.map(({ key, action, isOver, later }) => {
      const isReplaced = later.some((one) => one !== null && isReplacedBy(action, one));
      const reason = isReplaced ? 'The application has changed since.' : isOver ? timePassed : null;
      return [key, { reason }];
    }),
  );
}

/** Lists the messages after which the same person got another one of their kind, besides what staff wrote to somebody. */
async function listFollowed(trx: Db, messages: readonly Named[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('outbox')
    .select('id')
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .where(sql<boolean>`sender is distinct from 'candidate-message'`)
    .where(
      sql<boolean>`exists (select from outbox later
        where (later.user_id = outbox.user_id or (outbox.user_id is null and later.recipient = outbox.recipient))
          and later.kind = outbox.kind and later.created_at > outbox.created_at and later.repeat_of is null)`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
