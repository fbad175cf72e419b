import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';

/** A file of spend: one row per day, source and campaign. */

/** The columns that the import reads. `campaign` may be missing. Others are ignored. */
export const importColumns = ['day', 'source', 'campaign', 'amount'] as const;
export type SpendColumn = (typeof importColumns)[number];

/** What a file does to amounts of the same day, source and campaign that are stored already. */
export const importModeLabels = {
  REPLACE: 'Replace amounts of the same day, source and campaign',
  ADD: 'Add to amounts of the same day, source and campaign',
} as const;
export type SpendMode = keyof typeof importModeLabels;

export interface SpendRow {
  /** `2026-11-03` */
  day: string;
  source: string;
  /** Empty without one. */
  campaign: string;
  /** In paise. */
  amount: number;
}

const maxName = 100;
/** One crore of rupees, so that an amount with a zero too many is noticed. */
const maxAmount = 1_000_000_000;

export interface SpendProblem {
  column: SpendColumn;
  message: string;
}

/** Parses a row of the file. Returns null with the problems of each cell to correct. `today` is the last day that it may name. */
export function parseSpendRow(
  values: Readonly<Record<string, string | undefined>>,
  today: string,
): { row: SpendRow; problems: null } | { row: null; problems: SpendProblem[] } {
  const problems: SpendProblem[] = [];
  const add = (column: SpendColumn, message: string) => void problems.push({ column, message });
  const day = parseDay(values.day ?? '');
  if (!day) add('day', 'Enter the day, for example 2026-11-03 or 03/11/2026.');
  else if (day > today) add('day', 'Enter a day that is not in the future.');
  const source = formatTrimmedText(values.source ?? '').toLowerCase();
  if (!source) add('source', 'Enter the source as links have it in utm_source.');
  const campaign = formatTrimmedText(values.campaign ?? '').toLowerCase();
  if (source.length > maxName) add('source', `Use at most ${maxName} characters.`);
  if (campaign.length > maxName) add('campaign', `Use at most ${maxName} characters.`);
  const amount = parseAmount(values.amount ?? '');
  if (amount === null) add('amount', 'Enter an amount in rupees, for example 1,250 or 1250.50.');
  else if (amount > maxAmount) add('amount', 'Enter at most 1 crore for one row.');
  if (problems.length || !day || amount === null) return { row: null, problems };
  return { row: { day, source, campaign, amount }, problems: null };
}

/** Reads `2026-11-03`, `03/11/2026`, `3-11-2026` and `3.11.2026`: in India the day comes first. */
function parseDay(text: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? [];
  const written = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
  return /^\d{4}-\d\d-\d\d$/.test(written) && isCalendarDay(written) ? written : null;
}

/** Reads rupees as spreadsheets write them, `₹ 1,25,000.50`, into paise. */
function parseAmount(text: string): number | null {
  const written = text.trim().replace(/^(?:₹|rs\.?|inr)\s*/i, '');
  if (!/^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d{1,2})?$/.test(written)) return null;
  return Math.round(Number(written.replaceAll(',', '')) * 100);
}

/** Names what a row is about: `3 Nov 2026, google-ads, brand`. */
export const keyOfSpend = ({ day, source, campaign }: SpendRow): string => `${day}\n${source}\n${campaign}`;
