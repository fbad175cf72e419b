/** Messages that a staff member causes wait this long, so that the change can be undone. */
export const undoSeconds = 10;

/** Returns whom a change informs, and that it has not: `Meera Nair and 2 others will be notified when the time is up.` */
export function formatNotice(names: readonly string[], people: number): string {
  return `${formatPeople(names, people)} will be notified when the time is up.`;
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
