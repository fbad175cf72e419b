import { validate as isUuid } from 'uuid';
import { findOwn } from '#lib/domain/core/record.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { JobAction } from '#lib/domain/hiring/jobs/job-flow.ts';

/** Messages after a job's status was changed. */
const jobMessages: Record<`job-${Lowercase<JobAction>}`, string> = {
  'job-open': 'Open. Candidates can apply now.',
  'job-pause': 'Paused. Candidates cannot apply until you open the job again.',
  'job-resume': 'Open again. Candidates can apply.',
  'job-close': 'Closed. Candidates can no longer apply.',
  'job-fill': 'Filled. Candidates can no longer apply.',
  'job-reopen': 'Open again. Candidates can apply.',
  'job-archive': 'Archived.',
};

/**
 * Messages after a saved form, by the `done` parameter of the page's address. They do not say who is notified. If somebody
 * is, the bar with Undo is shown instead and says so.
 */
const messages: Record<string, string> = {
  ...jobMessages,
  saved: 'Saved.',
  'spend-imported': 'Spend imported. To undo it, delete the import below.',
  'spend-deleted': 'Import deleted. Its amounts do not count, and what they had replaced counts again.',
  'spend-restored': 'Import restored. Its amounts count again.',
  created: 'Draft saved. Candidates see the job after you open it.',
  planned: 'Batch added.',
  there: 'This batch already exists. Nothing was added.',
  moved: 'Done.',
  resent: 'Saved. The message goes out again.',
  held: 'It goes out later, because this person got many messages.',
  written: 'Message saved. It goes to the batch.',
  changed: 'Done.',
  'messages-dismissed': 'Marked as done. The audit has each message.',
  'confirmed-otp': 'Thank you. For ten minutes you need no other OTP.',
  'email-on': 'You get this email from now on.',
  'email-off': 'You get no more of these emails.',
  paid: 'Payment recorded.',
  issued: 'Issued.',
  'issued-before': 'The holder has this certificate already. Nothing was issued.',
  'certificate-revoked': 'Revoked.',
  corrected: 'Name corrected.',
  'name-rejected': 'Rejected. The name stays.',
  replaced: 'Replaced. This is the new certificate.',
  noted: 'Note saved. Only staff can read it.',
  booked: 'Booked.',
  'interview-moved': 'Interview moved.',
  city: 'City changed.',
  cancelled: 'Cancelled.',
  'contact-added': 'Contact added.',
  'place-added': 'Place added.',
  'employer-added': 'Employer added.',
  'interviewer-added': 'Interviewer added.',
  'expert-added': 'Expert added.',
  'expert-removed': 'Expert removed.',
  undone: 'Undone. Nothing was sent.',
  'undone-earlier': 'Undone. The message about the earlier change is sent instead.',
  'interview-cancelled': 'Interview cancelled.',
  'interview-recorded': 'Interview recorded as completed.',
  scored: 'Scorecard saved. Staff can read it, and an employer that you share the candidate with.',
  revoked: 'Link revoked. It shows nothing any more.',
  'revoked-role':
    'Role revoked. What the person owned was handed over; the audit has each application and lead.',
  joined: 'Marked as joined.',
  offered: 'Offer made.',
  'offer-replaced': 'New offer made.',
  'scored-scheduled':
    'Scorecard saved. The interview still counts as scheduled. Press “Interview completed” under “Scorecards”.',
  assigned: 'Interviewer changed.',
  'call-planned': 'Next call saved. No call was logged.',
  logged: 'Logged.',
  unlogged: 'Undone. The call is not logged any more.',
  unplanned: 'Undone. The next call is when it was before.',
  owned: 'Owner changed.',
  'privacy-erased': 'Erased. Write to the person that it is done. That message is the last one.',
  messaged: 'Message saved. It goes out.',
  'text-saved': 'Text saved. Candidates get it from now on.',
  'text-restored': 'Candidates get the standard text from now on.',
  'template-saved': 'Template saved.',
  'template-deleted': 'Template deleted.',
  'template-restored': 'Template restored.',
  withdrawn: 'Application withdrawn.',
  applied: 'Application sent.',
  'applied-before': 'This candidate has sent an application for this job already.',
  merged: 'Merged. Both references find this lead. You can undo it for 30 minutes.',
  unmerged: 'The merge was undone. Both are as they were.',
  'employer-merged': 'Merged. The old address leads here. You can undo it for 30 minutes.',
  'contact-deleted': 'Contact deleted. You can undo it for 30 minutes.',
  'contact-restored': 'The contact is back.',
  taken: 'This lead is yours now.',
  none: 'Every open lead has an owner.',
  listed: 'List saved.',
  'list-renamed': 'List renamed.',
  'event-created': 'Draft saved. Nobody else sees it until you publish it.',
  'event-moved': 'Done.',
  unlisted: 'List deleted.',
  'webhook-deleted': 'Webhook deleted.',
  'webhook-paused': 'Paused. What happens now is not sent.',
  'webhook-resumed': 'It gets events again.',
  'event-delivered': 'Sent, and the other system has accepted it.',
};

/** Messages that name a time, which the address has as `at`. */
const timedMessages: Record<string, (time: string) => string> = {
  booked: (time) => `Booked for ${time}.`,
  'interview-moved': (time) => `Interview moved to ${time}.`,
  'call-planned': (time) => `Next call: ${time}. No call was logged.`,
};

/** Results of changes that may notify somebody. The bar with Undo then shows the message of the change. */
const informingResults: ReadonlySet<string> = new Set([
  'expert-added',
  'expert-removed',
  'moved',
  'resent',
  'written',
  'messaged',
  'withdrawn',
  'applied',
  'cancelled',
  'interview-cancelled',
  'booked',
  'interview-moved',
  'interview-recorded',
  'city',
  'joined',
  'offered',
  'offer-replaced',
  'assigned',
  'issued',
  'certificate-revoked',
  'corrected',
  'name-rejected',
  'replaced',
  'event-moved',
  'revoked-role',
]);
/** Messages that say less than the name of the action. */
const vagueResults: ReadonlySet<string> = new Set(['moved', 'messaged', 'cancelled', 'event-moved']);

/**
 * Returns what the bar with Undo says of the result that the address names: its message, or null for the name of the action. Undefined
 * for a result that the bar is not about.
 */
export function findUndoText(search: URLSearchParams, message: string | null): string | null | undefined {
  const done = search.get('done') ?? '';
  if (!informingResults.has(done)) return undefined;
  return vagueResults.has(done) ? null : message;
}

/** Results of changes that can be undone for longer, by the action. */
const longResults: Record<string, string> = {
  'lead.LOG_ATTEMPT': 'logged',
  'lead.PLAN_CALL': 'call-planned',
  'lead.MERGE': 'merged',
  'employer.MERGE': 'employer-merged',
  'employer.DELETE_CONTACT': 'contact-deleted',
};

/** Whether the first line of LongUndos.astro says the result that the address names. */
export const isLongUndoOf = (url: URL, action: string | undefined): boolean =>
  action !== undefined && findOwn(longResults, action) === url.searchParams.get('done');

/** Returns the message that a page's address names, or null. */
export function findDoneMessage(search: URLSearchParams, timeZone: string): string | null {
  const done = search.get('done') ?? '';
  const at = new Date(search.get('at') ?? '');
  const formatTimed = findOwn(timedMessages, done);
  if (formatTimed && !Number.isNaN(at.getTime())) return formatTimed(dateTimeText(at, timeZone));
  return findOwn(messages, done) ?? null;
}

/** Returns the link to the application that was sent, with its number, or null. */
export function findDoneLink(search: URLSearchParams): { href: string; label: string } | null {
  const id = search.get('applicationId');
  const label = search.get('number') ?? '';
  const isSent = search.get('done')?.startsWith('applied') && isUuid(id) && /^MS-\d\d-\d{5,9}$/.test(label);
  return isSent ? { href: `/staff/applications/${id}/`, label } : null;
}
