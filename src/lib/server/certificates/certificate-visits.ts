import { sql } from 'kysely';
import type { CertificateVisits } from '#lib/domain/certificates/certificate-visits.ts';
import { parseShortId } from '#lib/domain/certificates/short-id.ts';
import type { Db } from '#lib/server/db/index.ts';

/** A certificate counts this many hosts in a month by name, the others together, so that nobody can fill the table. */
const maxHosts = 20;
const maxSources = 5;

const thisMonth = sql<string>`date_trunc('month', now() at time zone 'Asia/Kolkata')::date`;

interface VisitInput {
  shortUuid: string;
  /** The host of the page that had the link; empty without one. */
  host: string;
  /** The account that is signed in; the holder's own visits do not count. */
  userId: string | null;
}

/**
 * Counts a visit of a certificate that is shown, with one statement. Nothing of the visitor is stored. An unknown id, a draft
 * and a hidden certificate count nothing. [API-52]
 */
export async function countVisit(db: Db, { shortUuid, host, userId }: VisitInput): Promise<void> {
  await sql`
    insert into certificate_visit (certificate_id, month, host, visits)
    select id, ${thisMonth},
      case when (
        select count(*) from certificate_visit other
        where other.certificate_id = certificate.id and other.month = ${thisMonth} and other.host <> ${host}
      ) < ${maxHosts}::int then ${host} else 'other' end, 1
    from certificate
    where short_uuid = ${parseShortId(shortUuid)} and status <> 'DRAFT' and not is_hidden
      and coalesce(user_id <> ${userId}::uuid, true)
    on conflict (certificate_id, month, host) do update set visits = certificate_visit.visits + 1`.execute(
    db,
  );
}

/** Loads how often a certificate was opened, and from where. */
export async function loadVisits(db: Db, certificateId: string): Promise<CertificateVisits> {
  const { rows } = await sql<{ host: string; visits: number; recent: number }>`
    select host, sum(visits)::int as visits,
      coalesce(sum(visits) filter (where month = ${thisMonth}), 0)::int as recent
    from certificate_visit where certificate_id = ${certificateId}
    group by host order by visits desc, host`.execute(db);
  return {
    total: rows.reduce((sum, { visits }) => sum + visits, 0),
    thisMonth: rows.reduce((sum, { recent }) => sum + recent, 0),
    sources: rows.slice(0, maxSources).map(({ host, visits }) => ({ host, visits })),
  };
}

/** Counts the sign-ups, requests and applications of visitors that a certificate led here. [TRACK-01] */
export async function countConversions(db: Db, shortUuid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select id from conversion
      where session_touch ->> 'utmSource' = 'certificate' and session_touch ->> 'utmContent' = ${shortUuid}
      union
      select id from conversion
      where first_touch ->> 'landingPath' like '/certificates/%'
        and first_touch ->> 'landingPath' = ${`/certificates/${shortUuid}/`}) found`.execute(db);
  return rows[0]?.count ?? 0;
}
