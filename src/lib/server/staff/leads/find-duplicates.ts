import type { StaffLead } from '#lib/contract/staff/lead-schemas.ts';
import { leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from '../person-names.ts';
import type { LeadRow } from './find-leads.ts';

const maxDuplicates = 10;

/** Finds other leads that may be the same person: the same email, or the same full name unless both cities are known and differ. */
export async function findDuplicates(
  db: Db,
  { id, firstName, lastName, email, city }: LeadRow,
): Promise<StaffLead['duplicates']> {
  const hasName = firstName !== '' && lastName !== '';
  if (!hasName && !email) return [];
  const rows = await db
    .selectFrom('lead')
    .select(['id', 'reference', 'firstName', 'lastName', 'phoneE164', 'email', 'city', 'status'])
    .where('id', '!=', id)
    .where('mergedIntoId', 'is', null)
    .where(({ or, and, eb, fn }) =>
      or([
        ...(email ? [eb(fn<string>('lower', ['email']), '=', email.toLowerCase())] : []),
        ...(hasName
          ? [
              and([
                eb(fn<string>('lower', ['firstName']), '=', firstName.toLowerCase()),
                eb(fn<string>('lower', ['lastName']), '=', lastName.toLowerCase()),
                ...(city
                  ? [or([eb('city', 'is', null), eb(fn<string>('lower', ['city']), '=', city.toLowerCase())])]
                  : []),
              ]),
            ]
          : []),
      ]),
    )
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

function describeMatch(
  row: Pick<LeadRow, 'email' | 'city'>,
  email: string | null,
  city: string | null,
): string {
  if (email && row.email?.toLowerCase() === email.toLowerCase()) return 'Same email';
  return city && row.city ? 'Same name and city' : 'Same name';
}
