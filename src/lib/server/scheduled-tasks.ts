import { endExpiredEmailCodes } from '#lib/server/account/email-verification/check-email-code.ts';
import { recordExpiredOtps } from '#lib/server/auth/otp/otp-expiry.ts';
import { runAll } from '#lib/server/core/run-all.ts';
import type { Db } from '#lib/server/db/index.ts';
import { releaseDueSeats, remindOfDueSeats, updateWaitlists } from '#lib/server/enrolment/due-enrolments.ts';
import { masteryReminders } from '#lib/server/enrolment/mastery/mastery-reminders.ts';
import { endDueTests } from '#lib/server/enrolment/scholarship/submit-test.ts';
import { testReminders } from '#lib/server/enrolment/scholarship/test-reminders.ts';
import { sendDueAnnouncements } from '#lib/server/events/announcements.ts';
import { endEventWaitlists, updateEventWaitlists } from '#lib/server/events/due-offers.ts';
import { eventReminders } from '#lib/server/events/event-reminders.ts';
import { notifyExpired } from '#lib/server/hiring/applications/notify-expired.ts';
import {
  interviewReminders,
  trainingReminders,
} from '#lib/server/hiring/appointments/appointment-reminders.ts';
import { propagatePendingChanges } from '#lib/server/hiring/appointments/propagate-cancellation.ts';
import { applyDueToSubmitted, expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { recordExpiredLinks } from '#lib/server/hiring/employer-links/link-key.ts';
import {
  expertReminders,
  mockInterviewReminders,
} from '#lib/server/hiring/mock-interviews/mock-interview-reminders.ts';
import { endUnpaidMockInterviews } from '#lib/server/hiring/mock-interviews/passes/end-unpaid.ts';
import { firstDayReminders, offerReminders } from '#lib/server/hiring/offers/offer-reminders.ts';
import { sendDueJobAlerts } from '#lib/server/hiring/saved-jobs/send-job-alerts.ts';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { clearImageCache } from '#lib/server/privacy/clear-image-cache.ts';
import { deleteOldExports } from '#lib/server/privacy/data-export.ts';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { makeExports } from '#lib/server/privacy/make-exports.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { alertOfLeads } from '#lib/server/staff/leads/lead-alerts.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { queueWebhookEvents } from '#lib/server/staff/settings/queue-webhook-events.ts';
import { sendDueAgendas } from '#lib/server/staff/today/agenda/agenda-email.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { deleteOldRows } from './retention.ts';

/**
 * Deletes expired rows and applies what is due. Every statement is safe to run from many processes at once. Throws an AggregateError of
 * the failures after the last step.
 */
export const deleteExpired = (db: Db): Promise<void> =>
  runAll([() => expireApplications(db), () => applyDueToSubmitted(db), () => deleteOldRows(db)]);

interface ScheduledTaskDeps {
  config: Config;
  db: Db;
  mediaStore: MediaStore;
  messages: Messages;
  log: Log;
}

/**
 * Runs the tasks every ten minutes, and those that depend on being early every minute or every 20 seconds, until stopped. A task that fails
 * is logged and tried again in the next round.
 */
export function startScheduledTasks(needs: ScheduledTaskDeps): { stop(): void } {
  const { db } = needs;
  const tasks = [
    () => deleteExpired(db),
    () => notifyExpired(needs),
    () => propagatePendingChanges(needs),
    () => remindOfDueSeats(needs),
    () => releaseDueSeats(needs),
    () => updateWaitlists(needs),
    () => sendDueJobAlerts(needs),
    () => cleanMedia(needs),
    () => deleteOldExports(needs),
    () => deleteDueAccounts(needs),
    () => rollUpReports(db),
    // Pictures of people whom another process has deleted.
    () => clearImageCache(needs.config, 30),
  ];
  const reminders = [
    interviewReminders,
    trainingReminders,
    mockInterviewReminders,
    expertReminders,
    offerReminders,
    firstDayReminders,
    eventReminders,
    testReminders,
    masteryReminders,
  ];
  const everyMinute = [
    () => recordExpiredOtps(db),
    () => recordExpiredLinks(db),
    () => endExpiredEmailCodes(db),
    () => updateEventWaitlists(needs),
    () => endEventWaitlists(needs),
    () => endDueTests(needs),
    () => endUnpaidMockInterviews(needs),
    () => sendDueReminders(needs, reminders),
    () => sendDueAgendas(needs),
    () => makeExports(needs),
  ];
  // A new or late lead reaches staff within a minute, a changed event its registrants, and what happens other systems.
  const soon = [
    () => alertOfLeads(needs),
    () => sendDueAnnouncements(needs),
    () => queueWebhookEvents(needs),
  ];
  const timers = [
    repeat(tasks, 600_000, needs.log),
    repeat(everyMinute, 60_000, needs.log),
    repeat(soon, 20_000, needs.log),
  ];
  for (const timer of timers) timer.unref();
  return { stop: () => timers.forEach(clearInterval) };
}

/**
 * Runs the tasks one after the other, again and again. A round that takes longer than the time between two goes on alone: on a slow
 * database rounds would pile up and make it slower.
 */
export function repeat(tasks: readonly (() => Promise<void>)[], everyMs: number, log: Log): NodeJS.Timeout {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    for (const task of tasks) await task().catch((err) => log.warn({ err }, 'scheduled task failed'));
    isRunning = false;
  };
  return setInterval(() => void run(), everyMs);
}
