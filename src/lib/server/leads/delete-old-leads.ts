import { sql } from 'kysely';
import type { ConversionKind } from '#lib/domain/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The table of each conversion's subject. */
const subjects: Record<ConversionKind, string> = {
  SIGN_UP: 'app_user',
  BROCHURE: 'brochure_request',
  CALLBACK: 'callback_request',
  JOB_APPLICATION: 'job_application',
  ENROLMENT: 'enrolment',
  EVENT: 'event_registration',
  SCHOLARSHIP: 'scholarship_registration',
  MASTERY: 'mastery_registration',
  MOCK_INTERVIEW: 'mock_interview',
};

/**
 * Deletes what the privacy policy promises to delete: requests and leads two years after the last
 * contact, and conversions together with the request or account that they belong to.
 */
export async function deleteOldLeads(db: Db): Promise<void> {
  const twoYearsAgo = sql<Date>`now() - interval '2 years'`;
  await db.deleteFrom('brochureRequest').where('requestedAt', '<', twoYearsAgo).execute();
  await db
    .deleteFrom('callbackRequest')
    .where('requestedAt', '<', twoYearsAgo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('callbackEvent')
            .select('id')
            .whereRef('callbackId', '=', 'callbackRequest.id')
            .where('at', '>=', twoYearsAgo),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('lead')
    .where('mergedIntoId', 'is', null)
    .where('askedAt', '<', twoYearsAgo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leadAttempt')
            .select('id')
            .whereRef('leadId', '=', 'lead.id')
            .where('at', '>=', twoYearsAgo),
        ),
      ),
    )
    .execute();
  for (const [kind, table] of Object.entries(subjects))
    await sql`
      delete from conversion where kind = ${kind}
        and not exists (select from ${sql.table(table)} as subject where subject.id = conversion.subject_id)`.execute(
      db,
    );
}
