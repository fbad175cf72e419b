import { validate as isUuid } from 'uuid';
import { findOwn } from '#lib/domain/core/record.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { JobAction } from '#lib/domain/hiring/jobs/job-flow.ts';
import { undoSeconds } from '#lib/domain/staff/undo.ts';

/** Messages wait for an undo, so none is sent when the page is shown. */
const soon = `in ${undoSeconds} seconds`;

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

/** Messages after a saved form, by the `done` parameter of the page's address. */
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
  resent: `Saved. The message goes out again ${soon}.`,
  held: 'It goes out later, because this person got many messages.',
  written: `Message saved. It goes to the batch ${soon}.`,
  changed: 'Done.',
  'messages-dismissed': 'Marked as done. The audit has each message.',
  'confirmed-otp': 'Thank you. For ten minutes you need no other OTP.',
  'email-on': 'You get this email from now on.',
  'email-off': 'You get no more of these emails.',
  paid: 'Payment recorded.',
  issued: `Issued. A holder whose email or number we have is notified ${soon}.`,
  'issued-before': 'The holder has this certificate already. Nothing was issued.',
  'certificate-revoked': `Revoked. A holder whose email or number we have is notified ${soon}.`,
  corrected: `Name corrected. A holder whose email or number we have is notified ${soon}.`,
  'name-rejected': `Rejected. The name stays. A holder whose email or number we have is notified ${soon}.`,
  replaced: `Replaced. This is the new certificate. A holder whose email or number we have is notified ${soon}.`,
  noted: 'Note saved. Only staff can read it.',
  booked: `Booked. The candidate is notified ${soon}.`,
  'interview-moved': `Moved. The candidate is notified ${soon}.`,
  city: `City changed. The candidate is notified ${soon}.`,
  cancelled: 'Cancelled.',
  added: 'Added.',
  undone: 'Undone. Nothing was sent.',
  'undone-earlier': 'Undone. The message about the earlier change is sent instead.',
  'interview-cancelled': 'Interview cancelled.',
  'interview-recorded': 'Interview recorded as completed.',
  scored: 'Scorecard saved. Staff can read it, and an employer that you share the candidate with.',
  revoked: 'Link revoked. It shows nothing any more.',
  'revoked-role':
    'Role revoked. What the person owned was handed over; the audit has each application and lead.',
  joined: `Joined. The candidate is notified ${soon}.`,
  offered: `Offer saved. It goes to the candidate ${soon}.`,
  'offer-replaced': `New offer saved. It goes to the candidate ${soon}.`,
  'scored-scheduled':
    'Scorecard saved. The interview still counts as scheduled. Press “Interview completed” under “Scorecards”.',
  assigned: 'Interviewer changed.',
  'call-planned': 'Next call saved. No call was logged.',
  unlogged: 'Undone. The call is not logged any more.',
  owned: 'Owner changed.',
  'privacy-erased': 'Erased. Write to the person that it is done. That message is the last one.',
  messaged: `Message saved. It goes out ${soon}.`,
  'text-saved': 'Text saved. Candidates get it from now on.',
  'text-restored': 'Candidates get the standard text from now on.',
  'template-saved': 'Template saved.',
  'template-deleted': 'Template deleted.',
  'template-restored': 'Template restored.',
  withdrawn: `Application withdrawn. The candidate is notified ${soon}.`,
  applied: `Application sent. The candidate is notified ${soon}.`,
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
  'event-moved': `Done. Everybody who has to know is told ${soon}.`,
  unlisted: 'List deleted.',
  'webhook-deleted': 'Webhook deleted.',
  'webhook-paused': 'Paused. What happens now is not sent.',
  'webhook-resumed': 'It gets events again.',
  'event-delivered': 'Sent, and the other system has accepted it.',
};

/** Messages that name a time, which the address has as `at`. */
const timedMessages: Record<string, (time: string) => string> = {
  booked: (time) => `Booked for ${time}. The candidate is notified ${soon}.`,
  'interview-moved': (time) => `Moved to ${time}. The candidate is notified ${soon}.`,
  'call-planned': (time) => `Next call: ${time}. No call was logged.`,
};

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
