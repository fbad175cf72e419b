/** Returns whether a text is a calendar year, month or day: `2024`, `2024-05`, `2024-05-31`. */
export function isPartialDate(text: string): boolean {
  const found = /^((?:19|20)\d{2})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!found) return false;
  const [, year, month = '01', day = '01'] = found;
  const instant = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(`${year}-${month}-${day}`);
}

/** Returns whether the end is before the start, as far as both are known: `2024-05` to `2024` is not. */
export function endsBeforeStart(startedOn: string | null, endedOn: string | null): boolean {
  if (!startedOn || !endedOn) return false;
  const known = Math.min(startedOn.length, endedOn.length);
  return endedOn.slice(0, known) < startedOn.slice(0, known);
}
