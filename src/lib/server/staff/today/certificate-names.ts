import { sql } from 'kysely';
import { executePrepared } from '#lib/server/db/index.ts';
import type { TodayRow, TodaySource } from './today-source.ts';

/** Requests of holders for another name on a certificate, until staff correct or reject it. [API-52] */
export const certificateNames: TodaySource = {
  kind: 'NAME',
  href: null,
  list: async (db, { startsAt, endsAt }, limit) => {
    const query = sql<TodayRow & { requestedName: string }>`
      select certificate.id, requested_at as at, holder_name as who, requested_name, title as about
      from certificate_correction request
      join certificate on certificate.id = request.certificate_id
      where request.status = 'OPEN' and certificate.status = 'ISSUED' and requested_at < ${endsAt}
      order by requested_at, request.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, requestedName, about, ...row }) => ({
      ...row,
      about: `Asks for “${requestedName}” · ${about}`,
      ...{ id: `NAME:${id}`, kind: 'NAME', subjectId: id, isLate: row.at < startsAt },
      ...{ href: `/staff/certificates/${id}/`, action: 'Decide' },
    }));
  },
};
