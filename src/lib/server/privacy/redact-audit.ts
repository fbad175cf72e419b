import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { currentPatterns, type ErasedPerson, escapeRegex, patternsOf } from './personal-data/subject.ts';

interface AuditRow {
  id: string;
  at: Date;
  details: unknown;
  /** Whether the change was of something that belongs to the person. */
  isOwn: boolean;
}

/**
 * Removes the person's name, numbers and addresses from the audit, former ones from the entries of their time. The change itself stays,
 * with its time and author. Returns how many entries were changed.
 */
export async function redactAudit(trx: Db, person: ErasedPerson, ids: readonly string[]): Promise<number> {
  const current = currentPatterns(person);
  const former = patternsOf(person.former);
  const fullNames = person.names.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  const names = fullNames.filter((name) => name.length > 2).map(escapeRegex);
  const { rows } = await sql<AuditRow>`
    select id, at, details, subject_id = any(${[...ids]}::uuid[]) as "isOwn" from audit_event
    where subject_id = any(${[...ids]}::uuid[])
      or details::text ~* any(${[...current.loose, ...former.loose, ...names]}::text[])`.execute(trx);
  const single = person.names
    .flatMap(({ firstName, lastName }) => [firstName, lastName])
    .filter(Boolean)
    .map(escapeRegex);
  let edited = 0;
  for (const { id, at, details, isOwn } of rows) {
    const earlier = patternsOf(person.former.filter(({ until }) => at <= until));
    const words = [...names, ...(isOwn ? single : [])].map(
      (name) => `(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`,
    );
    const patterns = [...current.strict, ...earlier.strict, ...words];
    if (patterns.length === 0) continue;
    const before = JSON.stringify(details);
    const after = JSON.stringify(redact(details, new RegExp(patterns.join('|'), 'giu')));
    if (after === before) continue;
    await trx.updateTable('auditEvent').set({ details: after }).where('id', '=', id).execute();
    edited += 1;
  }
  return edited;
}

/** Replaces what the pattern matches in every text of a JSON value. */
function redact(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, '…');
  if (Array.isArray(value)) return value.map((one) => redact(one, pattern));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replace(pattern, '…'), redact(one, pattern)]),
  );
}
