import { randomInt } from 'node:crypto';
import { test as base } from 'playwright/test';

export { expect } from 'playwright/test';

/** Each test is a visitor with an address of its own, from the range for documentation (RFC 3849). */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads the names of a fixture's needs from its first parameter
  extraHTTPHeaders: async ({}, use) => {
    const group = () => randomInt(0x10000).toString(16);
    await use({ 'X-Forwarded-For': `2001:db8:${group()}:${group()}::1` });
  },
});
