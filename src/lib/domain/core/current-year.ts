/** The footer's year: the larger of 2023 and the current one, so a wrong clock never shows the past (APP-10). */
export function currentYear(now: Date = new Date()): number {
  const year = now.getFullYear();
  return Number.isNaN(year) ? 2023 : Math.max(2023, year);
}
