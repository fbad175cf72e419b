/** What a press has done, as the address of the page after it says. */
const sentences: Record<string, string> = {
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

export const findDone = (search: URLSearchParams): string | null =>
  sentences[search.get('done') ?? ''] ?? null;
