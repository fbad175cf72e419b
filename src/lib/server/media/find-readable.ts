import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { MediaRow } from './media-repository.ts';

/**
 * Finds a file that the reader may open, or null. A public file is readable by everybody who has its address, a private one by
 * its owner, one that a candidate submitted by staff too, the letter of an offer by its candidate and staff, and the résumé of
 * a mock interview by its expert. Null as the reader is a visitor without a session. It is one query, so that a role or a
 * submission that ends meanwhile cannot be overlooked. [C-32] [C-39]
 */
export async function findReadableMedia(
  db: Db,
  id: string,
  readerId: string | null,
): Promise<MediaRow | null> {
  const row = await db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where(
      sql<boolean>`(is_public or user_id = ${readerId}::uuid or ${wasOfferedTo(readerId)}
        or ${wasSentToExpert(readerId)}
        or (${isStaff(readerId)} and (${wasSubmitted} or ${isOfferLetter})))`,
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether the reader is staff with a verified number, by the same rule as staff pages. */
const isStaff = (readerId: string | null): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_role join app_user on app_user.id = user_role.user_id
  where user_role.user_id = ${readerId}::uuid and role in ('staff', 'admin') and phone_verified_at is not null)`;

/** Returns whether the file is the résumé of submitted details or of a submitted application; a draft's file is not. */
const wasSubmitted = sql<boolean>`(
  exists (select from candidate_registration where submitted_resume_media_id = media.id)
  or exists (select from job_application where resume_media_id = media.id and candidate_snapshot is not null)
  or exists (select from mock_interview where resume_media_id = media.id))`;

/**
 * Returns whether the file is the résumé of a mock interview that the reader holds. It is closed to the expert once the
 * interview is cancelled or missed, or its feedback is shared.
 */
const wasSentToExpert = (readerId: string | null): RawBuilder<boolean> => sql<boolean>`exists (
  select from mock_interview mock join expert on expert.id = mock.expert_id and expert.is_active
  left join mock_interview_feedback feedback on feedback.mock_interview_id = mock.id
  where mock.resume_media_id = media.id and expert.user_id = ${readerId}::uuid
    and mock.status in ('BOOKED', 'COMPLETED') and feedback.shared_at is null)`;

/** Returns whether the file is the letter of an offer. */
const isOfferLetter = sql<boolean>`exists (select from job_offer where letter_media_id = media.id)`;

/** Returns whether the file is the letter of an offer to the reader that was not withdrawn. */
const wasOfferedTo = (readerId: string | null): RawBuilder<boolean> => sql<boolean>`exists (
  select from job_offer join job_application on job_application.id = job_offer.application_id
  where letter_media_id = media.id and job_application.user_id = ${readerId}::uuid
    and job_offer.status <> 'WITHDRAWN')`;
