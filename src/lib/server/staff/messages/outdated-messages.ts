import { sql } from 'kysely';
import { isReplacedBy } from '#lib/domain/hiring/applications/heard-state.ts';
import type { NotifiedAction } from '#lib/domain/hiring/applications/notification-facts.ts';
import type { OutboxRow } from '#lib/server/account/notifications/repeat-message.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Messages that are not sent again together with others, because what they say may not be true any more. */

type Named = Pick<OutboxRow, 'id' | 'dedupeKey' | 'repeatOf'>;

/** Returns, by the message, why it is not sent again unread: its matter went on, or its time has passed. [C-41] */
export async function findOutdated(trx: Db, messages: readonly Named[]): Promise<Map<string, string>> {
  const keys = await loadKeys(trx, messages);
  const [changes, followed] = [await listChanges(trx, [...keys.values()]), await listFollowed(trx, messages)];
  return new Map(
    messages.flatMap(({ id }) => {
      const change = changes.get(keys.get(id) ?? '');
      const reason = change
        ? change.reason
        : followed.has(id)
          ? 'There is a later message of this kind to the person.'
          : null;
      return reason ? [[id, reason] as const] : [];
    }),
  );
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
      const reason = isReplaced
        ? 'The application has changed since.'
        : isOver
          ? 'Its time has passed.'
          : null;
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
