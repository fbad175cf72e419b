/** Messages that a staff member causes wait this long, so that the change can be undone. */
export const undoSeconds = 10;

/**
 * Returns whom a change informs, and that it has not: `Meera Nair and 2 others will be notified unless you undo it.` `replaced` is the
 * number of people whose earlier message it takes the place of.
 */
export function formatNotice(names: readonly string[], people: number, replaced = 0): string {
  if (people === 0 && replaced === 0) return 'Nobody is notified.';
  const earlier = replaced === 1 ? 'The earlier message is' : `${replaced} earlier messages are`;
  if (people === 0) return `Nobody will be notified. ${earlier} not sent.`;
  const notice = `${formatPeople(names, people)} will be notified unless you undo it.`;
  return replaced > 0 ? `${notice} ${earlier} replaced.` : notice;
}

function formatPeople([first = 'Somebody', second = 'somebody']: readonly string[], people: number): string {
  if (people <= 1) return first;
  return people === 2 ? `${first} and ${second}` : `${first} and ${people - 1} others`;
}

/** Returns how many people a change would inform: `3 people will be notified.` */
export function formatPreviewNotice(people: number): string {
  if (people === 0) return 'Nobody will be notified.';
  return people === 1 ? '1 person will be notified.' : `${people} people will be notified.`;
}
