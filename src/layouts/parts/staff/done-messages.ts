/** Messages after a saved form, by the `done` parameter of the page's address. */
const messages: Record<string, string> = {
  saved: 'Saved.',
  created: 'Made. It is a draft until you open it.',
  planned: 'Planned.',
  there: 'This batch was there already, so nothing is added.',
  moved: 'Done. The candidate is told.',
  changed: 'Done.',
  noted: 'Your note is kept. Only staff read it.',
  booked: 'Booked. The candidate is told.',
  cancelled: 'Called off. Whoever had a seat is told.',
  added: 'Added.',
};

/** Returns the message that a page's address names, or null. */
export const findDoneMessage = (search: URLSearchParams): string | null =>
  messages[search.get('done') ?? ''] ?? null;
