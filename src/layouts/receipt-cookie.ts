import type { AstroCookies } from 'astro';
import * as z from 'zod/mini';
import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';
import { brochureStatuses } from '#lib/domain/leads/brochure.ts';
import type { BrochureReceiptInput, CallbackReceiptInput } from '#lib/domain/leads/lead-receipt.ts';

/**
 * What was taken, for the page that a sent form leads to: its address says nothing, so a reload neither sends twice
 * nor shows an e-mail address in the history.
 */
const name = 'receipt';
const shape = z.object({
  email: z.optional(z.string().check(z.maxLength(254))),
  status: z._default(z.enum(brochureStatuses), 'QUEUED'),
  reference: z.optional(z.string().check(z.maxLength(20))),
  expectedBy: z.optional(z.iso.datetime()),
  timeZone: z._default(z.string().check(z.refine(isTimeZone)), defaultTimeZone),
  isExisting: z._default(z.boolean(), false),
});

export function keepReceipt(
  cookies: AstroCookies,
  path: string,
  taken: BrochureReceiptInput | CallbackReceiptInput,
  secure: boolean,
): void {
  cookies.set(name, JSON.stringify(taken), { path, maxAge: 600, httpOnly: true, sameSite: 'lax', secure });
}

export function findReceipt(cookies: AstroCookies): z.output<typeof shape> | null {
  try {
    return z.parse(shape, cookies.get(name)?.json());
  } catch {
    return null;
  }
}
