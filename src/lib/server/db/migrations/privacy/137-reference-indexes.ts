import { type Kysely, sql } from 'kysely';

/** References that had no index, by the name of its index. Most rows of some have none. */
const references = {
  lead_owned: 'lead (owner_id)',
  lead_enrolment: 'lead (enrolment_id)',
  brochure_request_user: 'brochure_request (user_id)',
  callback_request_user: 'callback_request (user_id)',
  mastery_registration_user: 'mastery_registration (user_id)',
  otp_challenge_user: 'otp_challenge (user_id)',
  email_challenge_user: 'email_challenge (user_id)',
  job_application_previous: 'job_application (previous_application_id)',
  candidate_registration_location: 'candidate_registration (current_location_id)',
  saved_job_job: 'saved_job (job_id)',
  certificate_replacement: 'certificate (replaced_by_id)',
  certificate_correction_certificate: 'certificate_correction (certificate_id)',
  certificate_correction_user: 'certificate_correction (user_id)',
  interviewer_invite_interviewer: 'interviewer_invite (interviewer_id)',
  live_event_replacement: 'live_event (replaced_by_id)',
  live_event_cover: 'live_event (cover_media_id)',
  live_event_slides: 'live_event (slides_media_id)',
};

/**
 * When a row is deleted, PostgreSQL looks for the rows of every table that refer to it. Without these indexes it read the whole table for
 * each: with a million leads, 0.24 s for one account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, target] of Object.entries(references)) {
    const column = /\((\w+)\)/.exec(target)?.[1] ?? '';
    await sql.raw(`create index ${name} on ${target} where ${column} is not null`).execute(db);
  }
}
