import type { AstroCookies } from 'astro';
import * as z from 'zod/mini';
import { instantInput } from '#lib/contract/core/instant.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';
import { brochureStatuses } from '#lib/domain/leads/brochure.ts';
import type { BrochureReceiptInput, CallbackReceiptInput } from '#lib/domain/leads/lead-receipt.ts';

/**
 * Stores the receipt in a cookie between the posted form and the page that it redirects to. Its data is not
 * in the page's address, so a reload sends nothing again and the history shows no email address.
 */
const name = 'receipt';
const receiptShape = z.object({
  email: z.optional(z.string().check(z.maxLength(254))),
  status: z._default(z.enum(brochureStatuses), 'QUEUED'),
  reference: z.optional(z.string().check(z.maxLength(20))),
  expectedBy: z.optional(instantInput('expectedBy is a time')),
  timeZone: z._default(z.string().check(z.refine(isTimeZone)), defaultTimeZone),
  isExisting: z._default(z.boolean(), false),
});

/** The parts of a page that its form's cookie needs. */
interface ReceiptPage {
  cookies: AstroCookies;
  url: URL;
}

/** Sets the cookie for ten minutes, on this page only. */
export function setReceiptCookie(
  { cookies, url }: ReceiptPage,
  receipt: BrochureReceiptInput | CallbackReceiptInput,
  secure: boolean,
): void {
  const options = { path: url.pathname, maxAge: 600, httpOnly: true, sameSite: 'lax', secure } as const;
  cookies.set(name, JSON.stringify(receipt), options);
}

/** Returns the receipt of the form that led to this page, or null. */
export function findReceiptCookie({ cookies, url }: ReceiptPage): z.output<typeof receiptShape> | null {
  if (!url.searchParams.has('sent')) return null;
  try {
    return z.parse(receiptShape, cookies.get(name)?.json());
  } catch {
    return null;
  }
}
