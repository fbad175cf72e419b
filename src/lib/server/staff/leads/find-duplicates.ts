import { type Selectable, sql } from 'kysely';
import type { StaffLead } from '#lib/contract/staff/lead-schemas.ts';
import { leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { LeadTable } from '#lib/server/db/schema/lead-records.ts';
import { formatPersonName } from '../person-names.ts';

type LeadRow = Selectable<LeadTable>;

const maxDuplicates = 10;

/** Finds other leads that may be the same person: the same email, or the same full name unless both cities are known and differ. */
export async function findDuplicates(
  db: Db,
  { id, firstName, lastName, email, city }: LeadRow,
): Promise<StaffLead['duplicates']> {
  const hasName = firstName !== '' && lastName !== '';
  if (!hasName && !email) return [];
  // Each by an index of its own: with `or`, the planner would read leads in the order of their ids until it has ten.
  const alike = [
    ...(email ? [sql`select id from lead where lower(email) = ${email.toLowerCase()}`] : []),
    ...(hasName
      ? [
          sql`
          select id from lead where lower(first_name) = ${firstName.toLowerCase()} and lower(last_name) = ${lastName.toLowerCase()}
            ${city ? sql`and (city is null or lower(city) = ${city.toLowerCase()})` : sql``}`,
        ]
      : []),
  ];
  const rows = await db
    .selectFrom('lead')
    .select(['id', 'reference', 'firstName', 'lastName', 'phoneE164', 'email', 'city', 'status'])
    .where('id', '!=', id)
    .where('mergedIntoId', 'is', null)
    .where(sql<boolean>`id = any(array(${sql.join(alike, sql` union `)}))`)
    .orderBy('id')
    .limit(maxDuplicates)
    .execute();
  return rows.map((row) => ({
    ...{
      id: row.id,
      reference: row.reference,
      name: formatPersonName(row),
      phone: row.phoneE164,
      email: row.email,
    },
    ...{ city: row.city, statusLabel: leadStatusLabels[row.status] },
    reason: describeMatch(row, email, city),
  }));
}

/** Returns which of the given leads may be the same person as another one, by the rule of `findDuplicates`. */
export async function findLeadsWithDuplicates(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const { rows } = await sql<{ id: string }>`
    select one.id from lead one
    where one.id = any(${ids as string[]}::uuid[]) and (
      exists (select from lead other
        where lower(other.email) = lower(one.email) and other.id <> one.id and other.merged_into_id is null)
      or one.first_name <> '' and one.last_name <> '' and exists (select from lead other
        where lower(other.first_name) = lower(one.first_name) and lower(other.last_name) = lower(one.last_name)
          and other.id <> one.id and other.merged_into_id is null
          and (one.city is null or other.city is null or lower(other.city) = lower(one.city))))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function describeMatch(
  row: Pick<LeadRow, 'email' | 'city'>,
  email: string | null,
  city: string | null,
): string {
  if (email && row.email?.toLowerCase() === email.toLowerCase()) return 'Same email';
  return city && row.city ? 'Same name and city' : 'Same name';
}
