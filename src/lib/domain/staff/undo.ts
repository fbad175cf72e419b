/** Messages that a staff member causes wait this long, so that the change can be undone. */
export const undoSeconds = 10;

/** Returns whom a change informs: `Meera Nair will be notified.`, or `Meera Nair and 2 others will be notified.` */
export function formatNotice(names: readonly string[], people: number): string {
  const [first = 'Somebody', second] = names;
  if (people <= 1) return `${first} will be notified.`;
  if (people === 2) return `${first} and ${second ?? 'somebody'} will be notified.`;
  return `${first} and ${people - 1} others will be notified.`;
}

/** Returns how many people a change would inform: `3 people will be notified.` */
export function formatPreviewNotice(people: number): string {
  if (people === 0) return 'Nobody will be notified.';
  return people === 1 ? '1 person will be notified.' : `${people} people will be notified.`;
}
