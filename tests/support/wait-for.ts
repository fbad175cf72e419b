import { vi } from 'vitest';

/**
 * Repeats `check` until it throws nothing, and resolves to what it returns. It waits for as long as a busy machine may
 * need, because vitest's own second says nothing about the product.
 */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
