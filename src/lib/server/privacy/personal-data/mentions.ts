import { type RawBuilder, sql } from 'kysely';
import { mailboxOf } from '#lib/server/core/mailbox-sql.ts';
import { exportedTables } from './personal-tables.ts';
import type { Subject } from './subject.ts';

/**
 * Returns the condition of a table's rows that mention the person. What is shown to the person, or to staff before an erasure, and what is
 * erased are found by this one condition.
 */
export function mentions(table: string, subject: Subject): RawBuilder<boolean> {
  const { users = [], phones = [], emails = [], at, parent } = exportedTables[table] ?? {};
  const conditions = [
    ...users.map((column) => sql`${sql.ref(column)} = any(${[...subject.userIds]}::uuid[])`),
    ...phones.map((column) => isContact('PHONE', sql.ref(column), at, subject)),
    ...emails.map((column) => isContact('EMAIL', mailboxOf(sql.ref(column)), at, subject)),
    ...(links[table]?.(subject) ?? []),
  ];
  if (parent) {
    const [from, column, key = 'id'] = parent;
    conditions.push(
      sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(from)} where ${mentions(from, subject)})`,
    );
  }
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

type Condition = RawBuilder<unknown>;

/** A contact of today, or in a row from the time of a former one. */
function isContact(
  kind: 'PHONE' | 'EMAIL',
  value: Condition,
  at: string | undefined,
  { phones, emails, former }: Subject,
): Condition {
  const current = sql`${value} = any(${[...(kind === 'PHONE' ? phones : emails)]}::text[])`;
  const earlier = former.filter((one) => at && one.kind === kind);
  return sql.join(
    [
      current,
      ...earlier.map((one) => sql`(${value} = ${one.value} and ${sql.ref(at ?? '')} <= ${one.until})`),
    ],
    sql` or `,
  );
}

/** How rows are found that mention the person by way of others. */
const links: Readonly<Record<string, (subject: Subject) => Condition[]>> = {
  // A lead keeps the numbers and mailboxes of those that were merged into it, which stay as empty rows.
  lead: (subject) => [
    hasContact(subject),
    sql`merged_into_id in (select id from lead where ${sql.join(
      [
        sql`user_id = any(${[...subject.userIds]}::uuid[])`,
        isContact('PHONE', sql.ref('phone_e164'), 'created_at', subject),
        isContact('EMAIL', mailboxOf(sql.ref('email')), 'created_at', subject),
        hasContact(subject),
      ],
      sql` or `,
    )})`,
  ],
  // A request with a former number came from whoever has it now, although the number still belongs to the lead.
  callback_request: (subject) => [
    sql`(${isRequestOfLead(subject)} and not ${sql`(${sql.join(
      [
        sql`false`,
        ...subject.former.map(({ value, until }) => sql`(phone_e164 = ${value} and requested_at > ${until})`),
      ],
      sql` or `,
    )})`})`,
  ],
  brochure_request: (subject) => [isRequestOfLead(subject)],
  outbox: (subject) => [isToLead(subject)],
  inbox_message: (subject) => [isToLead(subject)],
  // Staff upload the letter of an offer, and it is about the candidate.
  media: ({ userIds }) => [
    sql`id in (select letter_media_id from job_offer join job_application on job_application.id = application_id
      where job_application.user_id = any(${[...userIds]}::uuid[]))`,
  ],
};

const hasContact = ({ phones, emails, former }: Subject): Condition =>
  sql`id in (select lead_id from lead_contact where value = any(${[...phones, ...emails]}::text[])${sql.join(
    former.map(({ value, until }) => sql` or (value = ${value} and created_at <= ${until})`),
    sql``,
  )})`;

const isRequestOfLead = (subject: Subject): Condition =>
  sql`id in (select subject_id from lead_request where lead_id in (select id from lead where ${mentions('lead', subject)}))`;

/** A message to a contact that only a lead of the person has, such as one that was merged into it. */
const isToLead = (subject: Subject): Condition =>
  sql`(case when recipient like '%@%' then ${mailboxOf(sql.ref('recipient'))} else recipient end)
    in (select value from lead_contact where ${mentions('lead_contact', subject)})`;
