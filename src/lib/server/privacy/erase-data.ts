import { sql } from 'kysely';
import { mailboxOf } from '#lib/server/core/mailbox-sql.ts';
import type { Db } from '#lib/server/db/index.ts';
import { collectData, idsOf } from './personal-data/collect-data.ts';
import { mentions } from './personal-data/mentions.ts';
import {
  currentPatterns,
  type ErasedPerson,
  escapeRegex,
  patternsOf,
  type Subject,
} from './personal-data/subject.ts';
import { redactAudit } from './redact-audit.ts';

/** Tables whose rows are deleted with everything below them. Requests are found by their leads, so these come last. */
const deletedTables = ['callback_request', 'brochure_request', 'conversion', 'employer_contact', 'lead'];

/**
 * Deletes or anonymises what mentions the person and belongs to no account: forms and leads, messages, counters, and the name in the
 * history of staff's changes. Certificates are public documents and keep the name, without number and address. Returns how many rows of
 * each table were changed.
 */
export async function eraseData(trx: Db, person: ErasedPerson): Promise<Record<string, number>> {
  await lockApplications(trx, person.userIds);
  const found = await collectData(trx, person);
  const ids = idsOf(found);
  const counts: Record<string, number> = {};
  const run: Run = async (table, statement) => {
    const { numAffectedRows } = await statement.execute(trx);
    if (numAffectedRows) counts[table] = (counts[table] ?? 0) + Number(numAffectedRows);
  };

  const { strict, loose } = currentPatterns(person);
  const formerLoose = patternsOf(person.former).loose;
  for (const [table, at] of [
    ['outbox', 'created_at'],
    ['inbox_message', 'at'],
  ] as const)
    await run(
      table,
      sql`delete from ${sql.table(table)} where ${mentions(table, person)} or ${mentionsInText(person, strict, at)}`,
    );
  await run(
    'staff_action',
    sql`delete from staff_action where id in (select staff_action_id from row_change
      where concat_ws(' ', key_value, before::text, after::text) ~* any(${[...loose, ...formerLoose, ...ids.map(escapeRegex)]}::text[]))`,
  );
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
  await eraseClaims(run, person);
  // The address of a payment by UPI may be a number.
  const pattern = [...loose, ...formerLoose].join('|') || '(?!)';
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
      sql`delete from ${sql.table(table)}
        where replace(replace(search, '%40', '@'), '%2B', '+') ~* any(${[...loose, ...formerLoose]}::text[])`,
    );
  const ofLeads = patternsOf(
    (found.lead_contact ?? []).map(({ kind, value }) => ({
      kind: kind === 'PHONE' ? 'PHONE' : 'EMAIL',
      value: String(value),
    })),
  ).strict;
  const keys = [...loose, ...formerLoose, ...ofLeads, ...person.userIds.map(escapeRegex)];
  await run('rate_counter', sql`delete from rate_counter where key ~* any(${keys}::text[])`);
  const edited = await redactAudit(trx, person, ids);
  if (edited) counts.audit_event = edited;
  return counts;
}

/**
 * Locks the applications of the person before anything that hangs on them, as every change of an application does: a move by staff
 * that holds one would otherwise wait for a conversion or a message, and the erasure for the application.
 */
async function lockApplications(trx: Db, userIds: readonly string[]): Promise<void> {
  for (const [table, key] of [
    ['candidate_registration', 'user_id'],
    ['job_application', 'id'],
  ] as const)
    await sql`select 1 from ${sql.table(table)} where user_id = any(${[...userIds]}::uuid[])
      order by ${sql.ref(key)} for update`.execute(trx);
}

type Run = (table: string, statement: ReturnType<typeof sql>) => Promise<void>;

/** Returns whether a message contains a contact of the person, or a former one in a message of its time. */
const mentionsInText = (person: Subject, strict: readonly string[], at: string) => {
  const text = sql`concat_ws(' ', subject, text, html)`;
  return sql.join(
    [
      sql`${text} ~* any(${[...strict]}::text[])`,
      ...person.former.map(
        (one) =>
          sql`(${sql.ref(at)} <= ${one.until} and ${text} ~* any(${[...patternsOf([one]).strict]}::text[]))`,
      ),
    ],
    sql` or `,
  );
};

/** Deletes what others have entered as theirs and nobody has verified: accounts with the number, and changes to a contact. [C-22] */
async function eraseClaims(run: Run, { phones, emails }: Subject): Promise<void> {
  const isNumber = (column: string) => sql`${sql.ref(column)} = any(${[...phones]}::text[])`;
  await run(
    'app_user',
    sql`delete from app_user
      where ${isNumber('phone_e164')} and phone_verified_at is null and disabled_at is null`,
  );
  await run(
    'app_user',
    sql`update app_user set pending_phone_e164 = null, pending_country_iso_code = null
      where ${isNumber('pending_phone_e164')}`,
  );
  await run(
    'app_user',
    sql`update app_user set pending_email = null
      where ${mailboxOf(sql.ref('pending_email'))} = any(${[...emails]}::text[])`,
  );
  await run('otp_challenge', sql`delete from otp_challenge where ${isNumber('phone_e164')}`);
  await run(
    'email_challenge',
    sql`delete from email_challenge where ${mailboxOf(sql.ref('email'))} = any(${[...emails]}::text[])`,
  );
}
