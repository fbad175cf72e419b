import { sql } from 'kysely';
import type { AnalyticsEvent } from '#lib/contract/analytics/analytics.ts';
import { pageOfPath, programOfPage, removePersonalData } from '#lib/domain/analytics/visit.ts';
import { type Attribution, sourceOf, type Touch } from '#lib/domain/core/attribution.ts';
import { deviceOf } from '#lib/server/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';

interface StoreEventsInput {
  visitId: string;
  samplePercent: number;
  userAgent: string;
  attribution: Attribution;
  events: readonly AnalyticsEvent[];
}

/**
 * Inserts the visit unless it exists, and the events that it does not have yet, in one statement. The day is that of India, by the
 * database's clock less the age of the event. Only the hour of the time is stored, because the instant of a conversion would say whose
 * visit it is. [TRACK-03]
 */
export async function storeEvents(db: Db, input: StoreEventsInput): Promise<void> {
  const rows = input.events.map(({ number, age, name, path, properties }) => {
    const page = pageOfPath(path);
    const program = programOfPage(page);
    return sql`(${number}::int, ${age}::float8, ${name}, ${page}, ${program}::text, ${JSON.stringify(properties)}::jsonb)`;
  });
  const visit = visitOf(input);
  await sql`
    with event (number, age, name, page, program, properties) as (values ${sql.join(rows)}),
    dated as (select *, date_trunc('hour', now() - make_interval(secs => age / 1000), 'Asia/Kolkata') as at from event),
    visit as (
      insert into analytics_visit (id, day, started_at, device, landing_page, referrer_host, first_source, first_medium,
        first_campaign, session_source, session_medium, session_campaign, sample_percent)
      select ${input.visitId}::uuid, (min(at) at time zone 'Asia/Kolkata')::date, min(at), ${visit.device}::text,
        ${visit.landingPage}::text, ${visit.referrerHost}::text, ${sql.join(visit.campaigns.map((text) => sql`${text}::text`))},
        ${input.samplePercent}::int
      from dated
      on conflict (id) do nothing
    )
    insert into analytics_event (visit_id, number, day, at, name, page, program, properties)
    select ${input.visitId}::uuid, number, (at at time zone 'Asia/Kolkata')::date, at, name, page, program, properties
    from dated
    on conflict (visit_id, number) do nothing`.execute(db);
}

/** Returns the columns of the visit. The first batch of a visit decides them. */
function visitOf({ events, userAgent, attribution }: StoreEventsInput) {
  const [first] = events.toSorted((one, other) => one.number - other.number);
  const { referrerHost } = (first?.properties ?? {}) as { referrerHost?: string | null };
  return {
    device: deviceOf(userAgent),
    landingPage: pageOfPath(first?.path ?? ''),
    referrerHost: referrerHost ?? null,
    campaigns: [attribution.firstTouch, attribution.sessionTouch].flatMap(campaignColumns),
  };
}

/** Campaign names come from links, which may carry an address of the receiver. */
const campaignColumns = (touch: Touch | null) =>
  [sourceOf(touch), touch?.utmMedium, touch?.utmCampaign].map((text) =>
    text ? removePersonalData(text).slice(0, 100) : null,
  );
