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
  written: 'Message sent to the batch.',
  changed: 'Done.',
  paid: 'Payment recorded.',
  noted: 'Note saved. Only staff can read it.',
  booked: 'Booked.',
  cancelled: 'Cancelled.',
  added: 'Added.',
  undone: 'Undone. Nothing was sent.',
  'interview-cancelled': 'Interview cancelled.',
  scored: 'Scorecard saved. Staff can read it, and an employer that you share the candidate with.',
  revoked: 'Link revoked. It shows nothing any more.',
  joined: 'Joined. The candidate is notified.',
  offered: 'Offer sent to the candidate.',
  'offer-replaced': 'New offer sent to the candidate.',
  assigned: 'Interviewer changed.',
  logged: 'Logged.',
  owned: 'Owner changed.',
  merged: 'Merged. Both references find this lead.',
  none: 'Every open lead has an owner.',
  listed: 'List saved.',
  unlisted: 'List deleted.',
};

/** Returns the message that a page's address names, or null. */
export const findDoneMessage = (search: URLSearchParams): string | null =>
  findOwn(messages, search.get('done') ?? '') ?? null;
