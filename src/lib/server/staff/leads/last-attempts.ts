import { sql } from 'kysely';
import type { AttemptOutcome } from '#lib/domain/leads/lead-attempt.ts';
import type { Db } from '#lib/server/db/index.ts';

/** What staff did last about a lead. */
export interface LastAttempt {
  /** The time and the outcome of the latest attempt; null before the first one. */
  at: Date | null;
  outcome: AttemptOutcome | null;
  /** The number of attempts. */
  count: number;
  /** The latest note, of an attempt or alone. */
  note: string | null;
}

/** Loads the latest attempt and the latest note of each of these leads; one without either is absent. [API-53] */
export async function loadLastAttempts(
  db: Db,
  leadIds: readonly string[],
): Promise<Map<string, LastAttempt>> {
  if (!leadIds.length) return new Map();
  const { rows } = await sql<LastAttempt & { id: string }>`
    select lead.id, attempt.at, attempt.outcome, coalesce(attempt.count, 0)::int as count, written.note
    from unnest(${leadIds}::uuid[]) as lead (id)
    left join lateral (
      select at, outcome, count(*) over () as count from lead_attempt where lead_id = lead.id
      order by at desc, id desc limit 1
    ) attempt on true
    left join lateral (
      select note from (
        select at, note from lead_attempt where lead_id = lead.id
        union all select at, note from lead_event
          where lead_id = lead.id and action = 'NOTE' and undone_at is null
      ) notes where note <> '' order by at desc limit 1
    ) written on true
    where attempt.at is not null or written.note is not null`.execute(db);
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}
