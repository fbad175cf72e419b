import type { AstroCookies } from 'astro';
import * as z from 'zod/mini';
import type { BrochureTaken, CallbackTaken } from '../lib/domain/lead-receipt.ts';

/**
 * What was taken, for the page that a sent form leads to: its address says nothing, so a reload neither sends twice
 * nor shows an e-mail address in the history.
 */
const name = 'receipt';
const shape = z.object({
  email: z.optional(z.string().check(z.maxLength(254))),
  reference: z.optional(z.string().check(z.maxLength(20))),
  expectedBy: z.optional(z.iso.datetime()),
  isExisting: z.boolean(),
});

export function keepReceipt(
  cookies: AstroCookies,
  path: string,
  taken: BrochureTaken | CallbackTaken,
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
