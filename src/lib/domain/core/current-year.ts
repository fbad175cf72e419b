/** Returns the footer's year: the current one, but at least 2023, whatever the clock says. [APP-10] */
export function currentYear(now: Date = new Date()): number {
  const year = now.getFullYear();
  return Number.isNaN(year) ? 2023 : Math.max(2023, year);
}
