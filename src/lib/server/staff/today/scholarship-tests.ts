import { sql } from 'kysely';
import { executePrepared } from '#lib/server/db/index.ts';
import { personName, type TodayRow, type TodaySource } from './today-source.ts';

/** Scholarship tests that people take today: one item for each time. Nobody has to do anything unless somebody calls. */
export const scholarshipTests: TodaySource = {
  kind: 'TEST',
  href: '/staff/scholarships/?status=SLOT_BOOKED',
  list: async (db, { now, startsAt, endsAt }, limit) => {
    const query = sql<{ id: string; at: Date; people: number }>`
      select slot_id as id, slot_starts_at as at, count(*)::int as people
      from scholarship_registration
      where status = 'SLOT_BOOKED' and slot_starts_at >= ${startsAt} and slot_starts_at < ${endsAt}
        and slot_starts_at > ${now}::timestamptz - interval '90 minutes'
      group by slot_id, slot_starts_at order by slot_starts_at limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, at, people }) => ({
      ...{ id: `TEST:${id}`, kind: 'TEST', subjectId: id, at, isLate: false },
      ...{ who: `${people} ${people === 1 ? 'person' : 'people'}`, about: 'Scholarship test' },
      ...{ href: '/staff/scholarships/?status=SLOT_BOOKED', action: 'See the list' },
    }));
  },
};

/** Awards that end today and that nobody has used. */
export const endingAwards: TodaySource = {
  kind: 'AWARD',
  href: '/staff/scholarships/?status=AWARDED',
  list: async (db, { now, endsAt }, limit) => {
    const query = sql<TodayRow & { phone: string }>`
      select registration.id, award_expires_at as at, ${personName('app_user')} as who,
        concat(award_percent, '%, ', registration_number) as about, app_user.phone_e164 as phone
      from scholarship_registration registration
      join app_user on app_user.id = registration.user_id
      where registration.status = 'AWARDED' and award_enrolment_id is null
        and award_expires_at > ${now} and award_expires_at < ${endsAt}
      order by award_expires_at, registration.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `AWARD:${id}`, kind: 'AWARD', subjectId: id, isLate: false },
      ...{ href: `/staff/scholarships/${id}/`, action: 'See the award' },
    }));
  },
};
