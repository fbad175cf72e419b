import { addDays, weekday } from '#lib/domain/core/zoned-time.ts';

/** The period of a report, as calendar days of the reader. Both days belong to it. */
export interface ReportPeriod {
  from: string;
  to: string;
}

/** The periods that a page offers. */
export const reportPeriodLabels = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  quarter: 'This quarter',
} as const;
export type ReportPeriodName = keyof typeof reportPeriodLabels;

const defaultPeriod: ReportPeriodName = '30';
/** A year, so that one statement reads a limited number of applications. */
const maxDays = 366;

export interface ReportPeriodInput {
  period?: ReportPeriodName | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the days of an offered period, which ends today. */
export function periodOf(name: ReportPeriodName, today: string): ReportPeriod {
  if (name !== 'quarter') return { from: addDays(today, 1 - Number(name)), to: today };
  const month = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  return { from: `${today.slice(0, 4)}-${String(month).padStart(2, '0')}-01`, to: today };
}

/**
 * Returns the period that a reader has chosen. Days win over an offered period, and 30 days are the default. An invalid one
 * has a message for each field to correct.
 */
export function resolvePeriod(
  { period, from, to }: ReportPeriodInput,
  today: string,
): { days: ReportPeriod; fields: null } | { days: null; fields: Record<string, string> } {
  if (!from && !to) return { days: periodOf(period ?? defaultPeriod, today), fields: null };
  const end = to ?? today;
  const start = from ?? addDays(end, 1 - Number(defaultPeriod));
  const field = from ? 'from' : 'to';
  if (start > end) return { days: null, fields: { [field]: 'Choose a first day before the last day.' } };
  if (addDays(start, maxDays - 1) < end)
    return { days: null, fields: { [field]: 'Choose a period of a year at most.' } };
  return { days: { from: start, to: end }, fields: null };
}

/** Returns the name of the offered period that a reader sees, or null for days that they have chosen. */
export const findPeriodName = ({ period, from, to }: ReportPeriodInput): ReportPeriodName | null =>
  from || to ? null : (period ?? defaultPeriod);

/** Returns the Monday of the week of a day. */
export const weekOf = (day: string): string => addDays(day, -((weekday(day) + 6) % 7));

/** Lists the weeks that have days of a period, by their Mondays. */
export function listWeeks({ from, to }: ReportPeriod): string[] {
  const weeks: string[] = [];
  for (let day = weekOf(from); day <= to; day = addDays(day, 7)) weeks.push(day);
  return weeks;
}
