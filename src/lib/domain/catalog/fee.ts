import { dateText } from '#lib/domain/core/time-text.ts';

/** The price of a programme or of one batch. */
export interface Fee {
  /** Taxes included, in whole units of the currency. 0 is free. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** In how many equal parts it can be paid. */
  instalments: number;
}

/** Formats a price: `₹84,000`, or `Free`. */
export function formatFee({ amount, currency }: Pick<Fee, 'amount' | 'currency'>): string {
  const style = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
  return amount === 0 ? 'Free' : new Intl.NumberFormat('en-IN', style).format(amount);
}

/** What everybody pays less who reserves a seat in a batch in time. */
export interface BatchDiscount {
  label: string;
  amount: number;
  /** ISO 8601; absent where it holds for the whole batch. */
  until?: string | undefined;
}

/** Returns whether a seat that is reserved at this moment has the discount. */
export const isDiscountOpen = ({ until }: Pick<BatchDiscount, 'until'>, now: Date): boolean =>
  until === undefined || new Date(until) > now;

/** Formats who gets a discount, and how: `Early seat: ₹3,000 less if you reserve by 20 Dec 2026. …` */
export function formatDiscount(
  { label, amount, until }: BatchDiscount,
  { currency, timeZone }: { currency: string; timeZone: string },
): string {
  const who = until
    ? `if you reserve by ${dateText(new Date(until), timeZone)}`
    : 'for everyone in this batch';
  return `${label}: ${formatFee({ amount, currency })} less ${who}. We take it off the fee.`;
}

/** Formats the parts of a price: `6 instalments of ₹14,000`. Returns an empty text where it is paid at once. */
export function formatInstalments({ amount, currency, instalments }: Fee): string {
  if (amount === 0 || instalments < 2) return '';
  return `${instalments} instalments of ${formatFee({ amount: Math.ceil(amount / instalments), currency })}`;
}
