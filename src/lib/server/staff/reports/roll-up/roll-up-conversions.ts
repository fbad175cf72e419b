import { sql } from 'kysely';
import { moonshotProgram } from '#lib/domain/analytics/visit.ts';
import { claimChangedDays } from '#lib/server/core/claim-changed-days.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  dayInIndia,
  firstCampaignName,
  firstSourceName,
  firstStoredDay,
  isVerified,
  sessionCampaignName,
  sessionSourceName,
} from './conversion-names.ts';

/** Counts the conversions again of every day on which something changed, for one of them or for what it led to. */
export async function rollUpConversions(trx: Db): Promise<void> {
  await countDays(trx, await claimChangedDays(trx, 'CONVERSIONS'));
}

/** Counts the conversions of all stored days again. Returns how many days these are. */
export async function rebuildConversions(trx: Db): Promise<number> {
  await claimChangedDays(trx, 'CONVERSIONS');
  const { rows } = await sql<{ day: string }>`
    select day from conversion_day where day >= ${firstStoredDay}
    union select ${dayInIndia(sql`at`)} from conversion where ${dayInIndia(sql`at`)} >= ${firstStoredDay}`.execute(
    trx,
  );
  const days = rows.map(({ day }) => day);
  await countDays(trx, days);
  return days.length;
}

/** The first conversion of a lead, whatever the order in which its requests reached the lead. */
const isFirstOfLead = sql`(request.lead_id is not null and not exists (
  select from lead_request other_request
  join conversion other on other.kind = other_request.kind and other.subject_id = other_request.subject_id
  where other_request.lead_id = request.lead_id and (other.at, other.id) < (conversion.at, conversion.id)))`;

async function countDays(trx: Db, days: readonly string[]): Promise<void> {
  if (!days.length) return;
  const counted = sql`counted as (
    select distinct day from unnest(${days}::date[]) changed (day) where day >= ${firstStoredDay})`;
  await sql`with ${counted} delete from conversion_day where day in (select day from counted)`.execute(trx);
  await sql`
    with ${counted},
    one as (
      select counted.day, conversion.kind,
        case conversion.kind when 'JOB_APPLICATION' then ${sql.lit(moonshotProgram)}
          else coalesce(enrolment.program_slug, request.program_slug) end as program,
        conversion.device, ${firstSourceName} as first_source, ${firstCampaignName} as first_campaign,
        ${sessionSourceName} as session_source, ${sessionCampaignName} as session_campaign,
        ${isFirstOfLead} as is_lead,
        enrolment.confirmed_at is not null as is_enrolled,
        application.submitted_at is not null as is_sent,
        exists (select from job_offer where application_id = application.id) as is_offered,
        exists (select from placement where application_id = application.id) as is_joined
      from counted
      join conversion on conversion.at >= counted.day::timestamp at time zone 'Asia/Kolkata'
        and conversion.at < (counted.day + 1)::timestamp at time zone 'Asia/Kolkata'
      left join lead_request request on request.kind = conversion.kind and request.subject_id = conversion.subject_id
      left join enrolment on conversion.kind = 'ENROLMENT' and enrolment.id = conversion.subject_id
      left join job_application application on conversion.kind = 'JOB_APPLICATION' and application.id = conversion.subject_id
      where ${isVerified}
    )
    insert into conversion_day (day, kind, program, device, first_source, first_campaign, session_source, session_campaign,
      conversions, leads, enrolled, sent, offered, joined)
    select day, kind, program, device, first_source, first_campaign, session_source, session_campaign,
      count(*), count(*) filter (where is_lead), count(*) filter (where is_enrolled), count(*) filter (where is_sent),
      count(*) filter (where is_offered), count(*) filter (where is_joined)
    from one group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(trx);
}
