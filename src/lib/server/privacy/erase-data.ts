import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { collectData, idsOf } from './collect-data.ts';
import { mentions, type Subject } from './personal-tables.ts';

interface ErasedPerson extends Subject {
  /** Every name by which the person is called. */
  names: readonly { firstName: string; lastName: string }[];
}

/** Tables whose rows are deleted with everything below them. */
const deletedTables = ['callback_request', 'brochure_request', 'conversion', 'employer_contact'];

/**
 * Deletes or anonymises what mentions the person and belongs to no account: forms and leads, messages, counters, and the name in the
 * history of staff's changes. Certificates are public documents and keep the name, without number and address. Returns how many rows of
 * each table were changed.
 */
export async function eraseData(trx: Db, person: ErasedPerson): Promise<Record<string, number>> {
  // A scan of old messages may take longer than a visitor may wait.
  await sql`set local statement_timeout = '60s'`.execute(trx);
  const ids = idsOf(await collectData(trx, person));
  const counts: Record<string, number> = {};
  const run = async (table: string, statement: ReturnType<typeof sql>) => {
    const { numAffectedRows } = await statement.execute(trx);
    if (numAffectedRows) counts[table] = (counts[table] ?? 0) + Number(numAffectedRows);
  };

  const texts = contactTexts(person);
  const pattern = texts.map(escapeRegex).join('|');
  for (const table of ['outbox', 'inbox_message'])
    await run(
      table,
      sql`delete from ${sql.table(table)} where ${mentions(table, person)}
        or concat_ws(' ', subject, text, html) ~ any(${texts.map(escapeRegex)}::text[])`,
    );
  await run(
    'staff_action',
    sql`delete from staff_action where id in (select staff_action_id from row_change
      where concat_ws(' ', key_value, before::text, after::text) ~ any(${[...texts, ...ids].map(escapeRegex)}::text[]))`,
  );
  await run('lead', sql`delete from lead where ${mentions('lead', person)} or ${hasContact(person)}`);
  for (const table of deletedTables)
    await run(table, sql`delete from ${sql.table(table)} where ${mentions(table, person)}`);
  await run(
    'employer_link',
    sql`update employer_link set person_name = 'Deleted', person_email = ''
      where ${mentions('employer_link', person)}`,
  );
  await run(
    'certificate',
    sql`update certificate set holder_email = null, holder_phone = null, dedupe_key = null
      where ${mentions('certificate', person)}`,
  );
  await run(
    'interviewer',
    sql`update interviewer set name = 'Deleted', email = 'deleted-' || id || '@invalid', is_active = false
      where ${mentions('interviewer', person)}`,
  );
  // The address of a payment by UPI may be a number.
  for (const [table, column] of [
    ['enrolment_payment', 'reference'],
    ['interview_pass', 'payment_reference'],
  ] as const)
    await run(
      table,
      sql`update ${sql.table(table)} set ${sql.ref(column)} = regexp_replace(${sql.ref(column)}, ${pattern}, '…', 'gi')
        where ${mentions(table, person)} and ${sql.ref(column)} ~* ${pattern}`,
    );
  for (const table of ['application_filter', 'lead_filter'])
    await run(
      table,
      sql`delete from ${sql.table(table)} where search ~ any(${texts.map(escapeRegex)}::text[])`,
    );
  await run(
    'rate_counter',
    sql`delete from rate_counter where key ~ any(${[...texts, ...person.userIds].map(escapeRegex)}::text[])`,
  );
  const edited = await redactAudit(trx, person, ids);
  if (edited) counts.audit_event = edited;
  return counts;
}

/** Returns whether a lead can be reached by the person's number or address. */
const hasContact = ({ phones, emails }: Subject) =>
  sql`id in (select lead_id from lead_contact where value = any(${[...phones, ...emails]}::text[]))`;

/** Returns the person's numbers, with and without the country, and addresses. */
const contactTexts = ({ phones, emails }: Subject): string[] => [
  ...phones.flatMap((phone) => [phone, phone.slice(-10)]),
  ...emails,
];

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes the person's name, numbers and addresses from the audit. The change itself stays, with its time and author. */
async function redactAudit(trx: Db, person: ErasedPerson, ids: readonly string[]): Promise<number> {
  const fullNames = person.names.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  const anywhere = [...contactTexts(person), ...fullNames].filter((text) => text.length > 2);
  const { rows } = await sql<{ id: string; details: unknown; isOwn: boolean }>`
    select id, details, subject_id = any(${[...ids]}::uuid[]) as "isOwn" from audit_event
    where subject_id = any(${[...ids]}::uuid[]) or details::text ~* any(${anywhere.map(escapeRegex)}::text[])`.execute(
    trx,
  );
  const single = person.names.flatMap(({ firstName, lastName }) => [firstName, lastName]).filter(Boolean);
  let edited = 0;
  for (const { id, details, isOwn } of rows) {
    const before = JSON.stringify(details);
    const after = redact(before, isOwn ? [...anywhere, ...single] : anywhere);
    if (after === before) continue;
    await trx.updateTable('auditEvent').set({ details: after }).where('id', '=', id).execute();
    edited += 1;
  }
  return edited;
}

/** Replaces whole words and addresses in a JSON text. The replacement needs no escaping. */
function redact(json: string, texts: readonly string[]): string {
  if (texts.length === 0) return json;
  const pattern = texts.map((text) => escapeRegex(JSON.stringify(text).slice(1, -1))).join('|');
  return json.replace(new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'giu'), '…');
}
