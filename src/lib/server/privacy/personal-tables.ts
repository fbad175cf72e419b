import { type RawBuilder, sql } from 'kysely';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** Whom an export or an erasure is about: the accounts, and the numbers and addresses that are theirs. */
export interface Subject {
  userIds: readonly string[];
  /** E.164. */
  phones: readonly string[];
  /** Lower case. */
  emails: readonly string[];
}

/** How the rows of a table are found that mention a person. */
interface PersonalTable {
  users?: readonly string[];
  phones?: readonly string[];
  emails?: readonly string[];
  /** The rows belong to rows of another table: its name, our column, and the column there, `id` unless given. */
  parent?: readonly [table: string, column: string, key?: string];
  /** Columns that an export leaves out: secrets, and files that would contain themselves. */
  secret?: readonly string[];
}

/** Returns whose data an account's is. A number or an address that nobody has verified may be somebody else's. [C-22] */
export const subjectOf = (user: UserRow): Subject => ({
  userIds: [user.id],
  phones: user.phoneVerifiedAt ? [user.phoneE164] : [],
  emails: user.emailVerifiedAt ? [user.email.toLowerCase()] : [],
});

const ofUser = { users: ['user_id'] } as const;
const ofApplication = { parent: ['job_application', 'application_id'] } as const;
const ofRegistration = (table: string) => ({ parent: [table, 'registration_id'] }) as const;

/** Every table that an export contains. The test compares it with the schema: a new table stands here or in `omittedTables`. */
export const exportedTables: Readonly<Record<string, PersonalTable>> = {
  app_user: { users: ['id'] },
  user_profile: ofUser,
  session: { ...ofUser, secret: ['token_hash'] },
  otp_challenge: { ...ofUser, secret: ['code_hmac', 'key_id'] },
  email_challenge: { ...ofUser, secret: ['code_hmac', 'key_id'] },
  consent: ofUser,
  data_export: { ...ofUser, secret: ['has_file'] },
  account_deletion: ofUser,
  user_role: ofUser,
  agenda_email: ofUser,
  application_filter: { users: ['staff_id'] },
  lead_filter: { users: ['staff_id'] },
  media: ofUser,
  media_usage: ofUser,
  portfolio: ofUser,
  portfolio_slug: { parent: ['portfolio', 'portfolio_id'] },
  portfolio_link: { parent: ['portfolio', 'portfolio_id'] },
  portfolio_work: { parent: ['portfolio', 'portfolio_id'] },
  portfolio_project: { parent: ['portfolio', 'portfolio_id'] },
  candidate_registration: ofUser,
  registration_event: ofUser,
  saved_job: ofUser,
  job_alert: ofUser,
  job_alert_round: ofUser,
  job_alert_report: ofUser,
  job_application: ofUser,
  application_event: ofApplication,
  application_note: ofApplication,
  interview: ofApplication,
  interviewer_invite: { parent: ['interview', 'interview_id'] },
  scorecard: { parent: ['interview', 'interview_id'] },
  scorecard_revision: { parent: ['scorecard', 'scorecard_id'] },
  training: ofApplication,
  training_attendance: { parent: ['training', 'training_id'] },
  job_offer: ofApplication,
  placement: ofApplication,
  employer_review: ofApplication,
  employer_answer: { parent: ['employer_review', 'review_id'] },
  mock_interview: ofUser,
  mock_interview_event: { parent: ['mock_interview', 'mock_interview_id'] },
  mock_interview_feedback: { parent: ['mock_interview', 'mock_interview_id'] },
  interview_pass: ofUser,
  expert: ofUser,
  interviewer: { ...ofUser, emails: ['email'] },
  enrolment: ofUser,
  enrolment_event: { parent: ['enrolment', 'enrolment_id'] },
  enrolment_payment: { parent: ['enrolment', 'enrolment_id'] },
  event_registration: ofUser,
  event_registration_history: ofRegistration('event_registration'),
  event_feedback: ofRegistration('event_registration'),
  event_announcement_recipient: ofRegistration('event_registration'),
  scholarship_registration: ofUser,
  scholarship_event: ofRegistration('scholarship_registration'),
  scholarship_test: { ...ofRegistration('scholarship_registration'), secret: ['seed', 'session_key'] },
  scholarship_answer: ofRegistration('scholarship_registration'),
  mastery_registration: ofUser,
  mastery_event: ofRegistration('mastery_registration'),
  certificate: { ...ofUser, phones: ['holder_phone'], emails: ['holder_email'], secret: ['dedupe_key'] },
  certificate_event: { parent: ['certificate', 'certificate_id'] },
  certificate_version: { parent: ['certificate', 'certificate_id'] },
  certificate_visit: { parent: ['certificate', 'certificate_id'] },
  certificate_correction: ofUser,
  lead: { ...ofUser, phones: ['phone_e164'], emails: ['email'] },
  lead_contact: { parent: ['lead', 'lead_id'] },
  lead_attempt: { parent: ['lead', 'lead_id'] },
  lead_event: { parent: ['lead', 'lead_id'] },
  lead_request: { parent: ['lead', 'lead_id'] },
  callback_request: { ...ofUser, phones: ['phone_e164'], emails: ['email'] },
  callback_event: { parent: ['callback_request', 'callback_id'] },
  brochure_request: { ...ofUser, emails: ['email', 'mailbox'] },
  conversion: ofUser,
  employer_contact: { phones: ['phone'], emails: ['email'] },
  employer_link: { emails: ['person_email'], secret: ['key_hash'] },
  outbox: {
    ...ofUser,
    phones: ['recipient'],
    emails: ['recipient'],
    secret: ['code', 'dedupe_key', 'unsubscribe_url', 'attachments', 'template', 'html'],
  },
  inbox_message: { phones: ['recipient'], emails: ['recipient'], secret: ['code', 'attachments', 'html'] },
};

const nobody = 'It is about the product, and not about a person.';

/** Tables that an export leaves out, each with the reason. */
export const omittedTables: Readonly<Record<string, string>> = {
  audit_event: 'Which member of staff changed what. An erasure removes names, numbers and addresses from it.',
  staff_action: 'What staff can undo, deleted after an hour.',
  row_change: 'What staff can undo, deleted after an hour.',
  rate_counter: 'Counters of limits, deleted within a day. An erasure deletes those of the person.',
  reminder: 'Which appointments somebody was reminded of, without a person, deleted after 30 days.',
  stray_file: 'Files that are being deleted, without a person.',
  candidate_message: 'The text that staff wrote to many. The export has the message that was sent.',
  batch_message: 'The text that staff wrote to many. The export has the message that was sent.',
  analytics_visit: 'Nothing in it leads to a person.',
  analytics_day: 'Numbers of visits by day.',
  analytics_program_day: 'Numbers of visits by day.',
  conversion_day: 'Numbers of conversions by day.',
  cohort_week: 'Numbers of people by week.',
  report_change: 'Days that are counted again.',
  spend_import: 'Which member of staff imported what was spent.',
  spend_entry: nobody,
  analytics_event: 'Nothing in it leads to a person.',
  interview_slot: 'Times of interviewers. The export has the interviews.',
  message_template: nobody,
  notification_text: nobody,
  webhook: 'Addresses of other systems.',
  webhook_event: 'Ids of what happened, deleted within minutes.',
  webhook_attempt: 'What other systems answered, deleted with the event after 30 days.',
  event_announcement: nobody,
  live_event: nobody,
  live_event_history: nobody,
  batch_seats: nobody,
  mastery_seats: nobody,
  scholarship_slot: nobody,
  training_batch: nobody,
  job: nobody,
  job_location: nobody,
  job_job_location: nobody,
  employer: nobody,
  kysely_migration: nobody,
  kysely_migration_lock: nobody,
};

/** Returns the condition of a table's rows that mention the person. */
export function mentions(table: string, subject: Subject): RawBuilder<boolean> {
  const { users = [], phones = [], emails = [], parent } = exportedTables[table] ?? {};
  const conditions = [
    ...users.map((column) => sql`${sql.ref(column)} = any(${[...subject.userIds]}::uuid[])`),
    ...phones.map((column) => sql`${sql.ref(column)} = any(${[...subject.phones]}::text[])`),
    ...emails.map((column) => sql`lower(${sql.ref(column)}) = any(${[...subject.emails]}::text[])`),
  ];
  if (parent) {
    const [from, column, key = 'id'] = parent;
    conditions.push(
      sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(from)} where ${mentions(from, subject)})`,
    );
  }
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
