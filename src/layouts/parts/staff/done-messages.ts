import { findOwn } from '#lib/domain/core/record.ts';

/** Messages after a saved form, by the `done` parameter of the page's address. */
const messages: Record<string, string> = {
  saved: 'Saved.',
  created: 'Draft saved. Candidates see the job after you open it.',
  planned: 'Batch added.',
  there: 'This batch already exists. Nothing was added.',
  moved: 'Done.',
  resent: 'Sent again.',
  held: 'It goes out later, because this person got many messages.',
  written: 'Message saved. It goes to the batch in 10 seconds.',
  changed: 'Done.',
  paid: 'Payment recorded.',
  noted: 'Note saved. Only staff can read it.',
  booked: 'Booked.',
  city: 'City changed. The candidate will be notified.',
  cancelled: 'Cancelled.',
  added: 'Added.',
  undone: 'Undone. Nothing was sent.',
  'interview-cancelled': 'Interview cancelled.',
  scored: 'Scorecard saved. Staff can read it, and an employer that you share the candidate with.',
  revoked: 'Link revoked. It shows nothing any more.',
  joined: 'Joined. The candidate will be notified.',
  offered: 'Offer sent to the candidate.',
  'offer-replaced': 'New offer sent to the candidate.',
  assigned: 'Interviewer changed.',
  logged: 'Call logged. The next call is in the facts.',
  owned: 'Owner changed.',
  messaged: 'Message saved. It goes out in 10 seconds.',
  'template-saved': 'Template saved.',
  'template-deleted': 'Template deleted.',
  'template-restored': 'Template restored.',
  withdrawn: 'Application withdrawn. The candidate will be notified.',
  applied: 'Application sent. The candidate will be notified.',
  'applied-before': 'This candidate has sent an application for this job already.',
  merged: 'Merged. Both references find this lead. You can undo it for 30 minutes.',
  unmerged: 'The merge was undone. Both leads are as they were.',
  taken: 'This lead is yours now.',
  none: 'Every open lead has an owner.',
  listed: 'List saved.',
  'event-created': 'Draft saved. Nobody else sees it until you publish it.',
  'event-moved': 'Done. Everybody who has to know is told in 10 seconds.',
  unlisted: 'List deleted.',
};

/** Returns the message that a page's address names, or null. */
export const findDoneMessage = (search: URLSearchParams): string | null =>
  findOwn(messages, search.get('done') ?? '') ?? null;
