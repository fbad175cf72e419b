import { type RawBuilder, sql } from 'kysely';
import { phoneSource } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { directSource, unknownSource } from '#lib/domain/staff/reports/visit-funnel.ts';

/**
 * What `conversion` says about a visit, as the roll-ups store it. Names come from links, which may carry an address, and the
 * roll-ups outlive the person's rows, so what looks like one is removed as `removePersonalData` does.
 */

const clean = (text: RawBuilder<unknown>) => sql`left(
  regexp_replace(regexp_replace(${text}, '\\S+@\\S+|%40\\S*', '…', 'g'), '\\+?\\d[\\d ()-]{6,}\\d', '…', 'g'), 100)`;

/** An application that staff started for a candidate on the phone has no visit. */
const isByPhone = sql`(conversion.kind = 'JOB_APPLICATION' and exists (
  select from application_event start where start.application_id = conversion.subject_id
    and start.from_status is null and start.to_status = 'STARTED' and start.subject = 'APPLICATION' and start.actor_type = 'STAFF'))`;

const sourceOf = (touch: string) => sql`coalesce(
  ${clean(sql`lower(conversion.${sql.ref(touch)} ->> 'utmSource')`)},
  ${clean(sql`regexp_replace(lower(conversion.${sql.ref(touch)} ->> 'referrerHost'), '^www\\.', '')`)},
  case when conversion.first_touch is not null then ${sql.lit(directSource)} when ${isByPhone} then ${sql.lit(phoneSource)}
    else ${sql.lit(unknownSource)} end)`;

const campaignOf = (touch: string) => clean(sql`lower(conversion.${sql.ref(touch)} ->> 'utmCampaign')`);

export const firstSourceName = sourceOf('first_touch');
export const sessionSourceName = sourceOf('session_touch');
export const firstCampaignName = campaignOf('first_touch');
export const sessionCampaignName = campaignOf('session_touch');

/** A sign-up counts once its number is verified: an account without one is deleted after 72 hours. [C-22] */
export const isVerified = sql`(conversion.kind <> 'SIGN_UP' or exists (
  select from app_user where app_user.id = conversion.subject_id and app_user.phone_verified_at is not null))`;

/** The day of a time in India. */
export const dayInIndia = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'Asia/Kolkata')::date`;

/**
 * The first day whose conversions are all stored: requests are deleted two years after the last contact, and their conversions
 * with them. Numbers of earlier days are never counted again.
 */
export const firstStoredDay = sql`(now() - interval '2 years')::date + 1`;
