import { addDays } from '#lib/domain/core/zoned-time.ts';

/** The price of a seat as content states it, in whole units of a currency, tax included. */
export interface FeeTerms {
  amount: number;
  currency: string;
  /** The number of monthly instalments; absent where all is paid at once. */
  instalments?: number | undefined;
  discounts: readonly Discount[];
}

export interface Discount {
  label: string;
  amount: number;
}

export interface Instalment {
  /** A calendar day. */
  dueOn: string;
  amount: number;
}

/** The price of one enrolment, fixed when it is requested. */
export interface Fee {
  /** What is paid in all, tax included and discounts taken off. */
  amount: number;
  currency: string;
  taxName: string;
  taxPercent: number;
  discounts: readonly Discount[];
  /** The plan, at least one payment. The first one makes the seat the learner's. */
  instalments: readonly Instalment[];
}

export interface Tax {
  name: string;
  percent: number;
}

/**
 * Fixes the price of an enrolment. The first instalment is due by `firstDueOn`, the others monthly from the first day of
 * the batch. Amounts are whole, and the first one takes the rest of an uneven division.
 */
export function createFee(
  { amount, currency, instalments = 1, discounts }: FeeTerms,
  tax: Tax,
  { firstDueOn, startsOn }: { firstDueOn: string; startsOn: string },
): Fee {
  const total = Math.max(0, amount - discounts.reduce((sum, one) => sum + one.amount, 0));
  const each = Math.floor(total / instalments);
  return {
    amount: total,
    currency,
    taxName: tax.name,
    taxPercent: tax.percent,
    discounts,
    instalments: Array.from({ length: instalments }, (_, index) => ({
      dueOn: index === 0 ? firstDueOn : laterDay(addMonths(startsOn, index - 1), firstDueOn),
      amount: index === 0 ? total - each * (instalments - 1) : each,
    })),
  };
}

const laterDay = (one: string, other: string): string => (one > other ? one : other);

/** Returns the same day of a later month, or the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const next = new Date(Date.UTC(year, month + months, 1)).toISOString().slice(0, 10);
  const found = addDays(first, date - 1);
  return found < next ? found : addDays(next, -1);
}

/** Returns the tax within an amount, in whole units. */
export const taxWithin = (amount: number, percent: number): number =>
  Math.round((amount * percent) / (100 + percent));

export interface Balance {
  paidAmount: number;
  /** What is left to pay in all. */
  openAmount: number;
  /** What is left of the first payment, which makes the seat the learner's. */
  firstOpenAmount: number;
}

/** Returns what of a fee is paid and what is open. */
export function balanceOf(fee: Fee, payments: readonly { amount: number }[]): Balance {
  const paidAmount = payments.reduce((sum, { amount }) => sum + amount, 0);
  return {
    paidAmount,
    openAmount: Math.max(0, fee.amount - paidAmount),
    firstOpenAmount: Math.max(0, (fee.instalments[0]?.amount ?? fee.amount) - paidAmount),
  };
}

/** Formats whole units of a currency: `₹84,000`. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);

/** How learners can pay. There are no cards. */
export const paymentMethodLabels = {
  BANK_TRANSFER: 'Bank transfer',
  UPI: 'UPI',
  CHEQUE: 'Cheque',
  CASH: 'Cash',
  PAYMENT_LINK: 'Payment link',
} as const;
export type PaymentMethod = keyof typeof paymentMethodLabels;
