/** The pay of a job, in whole units of the currency; null if the employer does not publish it. */
export interface Compensation {
  min: number | null;
  max: number | null;
  /** ISO 4217. */
  currency: string;
  period: SalaryPeriod;
  isPublic: boolean;
}

export const salaryPeriods = ['YEAR', 'MONTH'] as const;
export type SalaryPeriod = (typeof salaryPeriods)[number];

const periodWords: Record<SalaryPeriod, string> = { YEAR: 'a year', MONTH: 'a month' };

const lakh = 100_000;

/** `₹4.2–5.0 lakh a year`, `₹18,000–22,000 a month`, or that it is not disclosed. */
export function salaryText({ min, max, currency, period, isPublic }: Compensation): string {
  if (!isPublic || min === null || max === null) return 'Salary not disclosed';
  const inLakh = currency === 'INR' && min >= lakh;
  const symbol = symbolOf(currency);
  const amounts = [...new Set([amountText(min, inLakh), amountText(max, inLakh)])].join('–');
  return `${symbol}${amounts}${inLakh ? ' lakh' : ''} ${periodWords[period]}`;
}

// Making a format costs 50 times as much as using it, and a list of jobs uses it for each.
const wholeNumber = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
/** Formats lakh with one decimal, and with a second one if it is not zero: 4.2, 5.0, 2.75. */
const lakhNumber = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const symbols = new Map<string, string>();

const amountText = (amount: number, inLakh: boolean): string =>
  inLakh ? lakhNumber.format(amount / lakh) : wholeNumber.format(amount);

function symbolOf(currency: string): string {
  const known = symbols.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? `${currency} `;
  symbols.set(currency, symbol);
  return symbol;
}
