/** Yearly pay as people in India write it: 3.5 lakh, 3,5 lakh, 3,50,000, 3.5L, 350000. */

const units: Record<string, number> = { k: 1_000, l: 100_000, cr: 10_000_000 };

/** An optional currency, an amount, an optional unit, and an optional period. */
const payPattern =
  /^(?:₹|rs\.?|inr)?\s*(\d[\d,\s]*(?:\.\d+)?)\s*(?:(k|thousand)|(l|lac|lacs|lakh|lakhs|lpa)|(cr|crore|crores))?\s*(?:rupees|rs\.?|inr)?\s*(?:\/-)?\s*(?:p\.?a\.?|(?:per|an?|\/) ?(?:annum|year)|yearly)?$/;

/**
 * Parses typed yearly pay into whole rupees. Returns null for an empty text, and -1 for a text that is not one amount, so
 * that validation rejects it instead of saving another amount.
 */
export function parsePay(text: string): number | null {
  const typed = text.trim().toLowerCase();
  if (typed === '') return null;
  const [, digits, thousand, lakh, crore] = payPattern.exec(typed) ?? [];
  if (!digits) return -1;
  const unit = (thousand && units.k) || (lakh && units.l) || (crore && units.cr) || 1;
  // 0.29 lakh is 28,999.999… in binary; a fraction of a paisa decides nothing.
  const plain = readDigits(digits.trim(), unit);
  if (plain === null) return -1;
  const amount = Math.round(plain * unit * 100) / 100;
  return Number.isInteger(amount) ? amount : -1;
}

/**
 * Reads digits in groups, 3,50,000 or 350 000, and with a comma before one or two decimals of a lakh or more: 3,5 lakh. Returns null for
 * any other use of a comma or a space, because it may stand for ten times as much.
 */
function readDigits(digits: string, unit: number): number | null {
  if (/^\d+(\.\d+)?$|^\d{1,3}([,\s]\d{2,3})*[,\s]\d{3}(\.\d+)?$/.test(digits))
    return Number(digits.replace(/[,\s]/g, ''));
  return unit >= 100_000 && /^\d+,\d{1,2}$/.test(digits) ? Number(digits.replace(',', '.')) : null;
}

const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** Formats rupees as `₹3,50,000 a year (3.5 lakh)`, so that people see how their text was understood. */
export function formatYearlyPay(rupees: number): string {
  const whole = `₹${grouped.format(rupees)} a year`;
  const [unit, word] = rupees >= 10_000_000 ? ([10_000_000, 'crore'] as const) : ([100_000, 'lakh'] as const);
  // Two decimals of a lakh are exact for multiples of 1,000 only.
  return rupees >= 100_000 && rupees % (unit / 100) === 0
    ? `${whole} (${short.format(rupees / unit)} ${word})`
    : whole;
}

/** Formats rupees as they stand in a field: `3,50,000`. */
export const formatPayInput = (rupees: number): string => grouped.format(rupees);
