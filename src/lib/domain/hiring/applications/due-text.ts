/** Formats how long until a reply is due or how late it is, in one unit: `due in 5 h`, `3 days late`. */
export function dueText(dueAt: Date, now: Date): string {
  const minutes = Math.round((dueAt.getTime() - now.getTime()) / 60_000);
  const span = spanText(Math.abs(minutes));
  return minutes >= 0 ? `due in ${span}` : `${span} late`;
}

function spanText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(hours / 24)} days`;
}
