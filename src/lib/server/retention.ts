import { type RawBuilder, sql } from 'kysely';
import { deleteBatches } from '#lib/server/core/delete-batches.ts';
import { runAll } from '#lib/server/core/run-all.ts';
import type { Db } from '#lib/server/db/index.ts';
import { deleteOldLeads } from '#lib/server/leads/delete-old-leads.ts';
import { deleteOldMessages } from '#lib/server/messages/outbox.ts';
import { deleteOldRecords } from '#lib/server/privacy/delete-old-records.ts';
import { deleteOldReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { deleteOldAgendas } from '#lib/server/staff/today/agenda/agenda-email.ts';
import { deleteOldStaffActions } from '#lib/server/staff/undo/run-staff-action.ts';

/** What is deleted by itself, and when. docs/privacy.md has the same table; a test compares the two. */
export interface RetentionRule {
  tables: readonly string[];
  /** Said as in the documentation. */
  keptFor: string;
  deleteOld(db: Db): Promise<unknown>;
}

/** Returns a rule for the rows of one table. */
const deleteWhere =
  (table: string, isOld: RawBuilder<boolean>): RetentionRule['deleteOld'] =>
  (db) =>
    deleteBatches(db, table, isOld);

export const retentionRules: readonly RetentionRule[] = [
  {
    tables: ['rate_counter'],
    keptFor: 'until the window of the limit ends, a day at most',
    deleteOld: deleteWhere('rate_counter', sql`expires_at < now()`),
  },
  {
    tables: ['otp_challenge'],
    keptFor: 'a day after the code expired',
    deleteOld: deleteWhere('otp_challenge', sql`expires_at < now() - interval '1 day'`),
  },
  {
    tables: ['email_challenge'],
    keptFor: 'until the code expires, a day',
    deleteOld: deleteWhere('email_challenge', sql`expires_at < now()`),
  },
  {
    tables: ['session'],
    keptFor: '30 days, or 14 days without use',
    deleteOld: deleteWhere('session', sql`expires_at < now() or last_seen_at < now() - interval '14 days'`),
  },
  {
    tables: ['app_user'],
    keptFor: '72 hours, if the number was never verified (C-22)',
    // The nameless account of records that a law obliges us to keep has no number either, and is disabled.
    deleteOld: deleteWhere(
      'app_user',
      sql`phone_verified_at is null and disabled_at is null and date_joined < now() - interval '72 hours'`,
    ),
  },
  {
    tables: ['brochure_request', 'callback_request', 'lead', 'conversion'],
    keptFor: 'two years after the last contact; a conversion as long as its request or account',
    deleteOld: deleteOldLeads,
  },
  { tables: ['staff_action', 'row_change'], keptFor: 'an hour', deleteOld: deleteOldStaffActions },
  { tables: ['reminder'], keptFor: '30 days', deleteOld: deleteOldReminders },
  { tables: ['agenda_email'], keptFor: '30 days', deleteOld: deleteOldAgendas },
  { tables: ['outbox'], keptFor: '30 days after it was sent', deleteOld: deleteOldMessages },
  {
    tables: ['webhook_event'],
    keptFor: 'until it is queued, a day at most',
    deleteOld: deleteWhere('webhook_event', sql`at < now() - interval '1 day'`),
  },
  {
    tables: ['analytics_visit', 'analytics_event'],
    keptFor: '13 months',
    // The events end with their visit. Reports have the sums by day.
    deleteOld: deleteWhere('analytics_visit', sql`day < (now() - interval '13 months')::date`),
  },
  {
    tables: ['candidate_message', 'batch_message'],
    keptFor: 'two years after it was sent',
    deleteOld: async (db) => {
      await deleteBatches(db, 'candidate_message', sql`sent_at < now() - interval '2 years'`);
      await deleteBatches(db, 'batch_message', sql`sent_at < now() - interval '2 years'`);
    },
  },
  {
    tables: ['employer_link'],
    keptFor: 'its name and email for two years after it ended',
    deleteOld: (db) =>
      db
        .updateTable('employerLink')
        .set({ personName: 'Deleted', personEmail: '' })
        .where(sql<boolean>`least(expires_at, revoked_at) < now() - interval '2 years'`)
        .where('personEmail', '<>', '')
        .execute(),
  },
  {
    tables: ['enrolment', 'interview_pass', 'placement'],
    keptFor: 'as long as the account; with a payment or a placement, eight years after its deletion',
    deleteOld: deleteOldRecords,
  },
  {
    tables: ['audit_event'],
    keptFor: 'eight years',
    deleteOld: deleteWhere('audit_event', sql`at < now() - interval '8 years'`),
  },
];

const publicRecord = 'It is about the product and names nobody.';

/**
 * Tables whose rows no rule deletes, each with the reason. The rows of all others end by a rule, or with the account or the record that
 * they belong to.
 */
export const permanentTables: Readonly<Record<string, string>> = {
  certificate: 'A public document, which employers check. Its holder can hide it.',
  employer_contact: 'As long as the employer works with us. Staff delete it, and anybody may ask for it.',
  interviewer: 'As long as somebody interviews for us. Anybody may ask us to erase name and email.',
  inbox_message: 'Only where messages are not sent: the newest 500.',
  media: 'As long as something uses the file, see docs/media.md.',
  stray_file: 'Until the store has deleted the file.',
  analytics_day: 'Numbers of visits by day.',
  analytics_program_day: 'Numbers of visits by day.',
  conversion_day: 'Numbers of conversions by day.',
  cohort_week: 'Numbers of people by week.',
  cohort_member:
    'In which weeks a person reached a step. The row ends within ten minutes of what it is counted from.',
  report_change: 'Days that are counted again, until they are.',
  cohort_change: 'Whose steps are counted again, until they are.',
  webhook: 'The address of another system. An admin deletes it.',
  spend_import: 'Who imported what was spent. A deleted import can be restored.',
  ...Object.fromEntries(
    [
      ...[
        'batch_seats',
        'mastery_seats',
        'scholarship_slot',
        'training_batch',
        'live_event',
        'live_event_history',
      ],
      ...['event_announcement', 'employer', 'job', 'job_job_location', 'job_location'],
      ...['message_template', 'notification_text', 'kysely_migration', 'kysely_migration_lock'],
    ].map((table) => [table, publicRecord]),
  ),
};

/**
 * Deletes what is older than its rule allows. Every statement is safe to run from many processes at once. A rule that fails does not stop
 * the others; at the end an AggregateError of the failures is thrown.
 */
export const deleteOldRows = (db: Db): Promise<void> =>
  runAll(
    retentionRules.map(
      ({ deleteOld }) =>
        () =>
          deleteOld(db),
    ),
  );
