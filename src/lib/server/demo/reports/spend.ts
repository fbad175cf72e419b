import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';
import { importColumns } from '#lib/domain/staff/reports/cost-file.ts';

const days = 56;

/** Writes what was spent in the last eight weeks as staff would upload it: two campaigns by day, and two days on campus. */
export function createSpendFile(): string {
  const today = localDate(new Date(), defaultTimeZone);
  const rows = Array.from({ length: days }, (_, n) => {
    const day = addDays(today, -n);
    return [
      `${day},google,pm-course,${150 + ((n * 37) % 11) * 9}`,
      `${day},instagram,december-batch,${n < 30 ? 120 + ((n * 23) % 7) * 8 : 70}`,
    ];
  });
  const campus = [-20, -41].map((n) => `${addDays(today, n)},campus,,2900`);
  return [importColumns.join(','), ...rows.flat(), ...campus].join('\n');
}
