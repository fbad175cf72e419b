import { sql } from 'kysely';
import { openCallbackStatuses } from '#lib/domain/leads/callback.ts';
import { executePrepared } from '#lib/server/db/index.ts';
import { isOpen } from '../leads/lead-query.ts';
import { isOwnedBy, personName, selectOwner, type TodayRow, type TodaySource } from './today-source.ts';

const openCallbacks = sql.join(openCallbackStatuses.map((status) => sql.lit(status)));

/** A lead to whom we promised a call: their open request has not been answered, or the next call is agreed. */
const isPromised = sql<boolean>`(next_call_at is not null or exists (
  select from lead_request r join callback_request c on c.id = r.subject_id
  where r.lead_id = lead.id and r.kind = 'CALLBACK' and c.status in (${openCallbacks})))`;

/**
 * Leads that are due until the end of today, and late ones: call-backs that we promised, and first contacts. Their action
 * leads to the lead, with the name and the number in view and the call log beside them. [API-53]
 */
export const dueCalls: TodaySource = {
  kind: 'CALL',
  hasOwner: true,
  href: '/staff/leads/?due=today',
  list: async (db, { now, endsAt }, limit, owner) => {
    const query = sql<DueCall>`
      select id, due_at as at, ${personName('lead')} as who, reference as about, phone_e164 as phone, email,
        ${selectOwner('lead')},
        ${isPromised} as is_promised
      from lead
      where merged_into_id is null and ${isOpen} and due_at < ${endsAt}
        and ${isOwnedBy('lead', owner)}
      order by due_at, id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, phone, email, isPromised, ...row }) => ({
      ...row,
      ...{ id: `CALL:${id}`, subjectId: id, isLate: row.at <= now, phone },
      kind: isPromised ? 'CALLBACK' : 'CALL',
      who: row.who || email || row.about,
      href: `/staff/leads/${id}/`,
      action: phone ? 'Log call' : 'Write an email',
    }));
  },
};

interface DueCall extends TodayRow {
  phone: string | null;
  email: string | null;
  isPromised: boolean;
}
