import type { CacheProviderFactory } from 'astro';

/**
 * Makes `Astro.cache.set` name the tags and the lifetime of a page in headers, which src/fetch.ts and `PageCache` read and
 * remove. Astro finds this file by astro.config.mjs.
 */
const createProvider: CacheProviderFactory = () => ({
  name: 'liftoff',
  invalidate: async () => {
    throw new Error(
      'A trigger of the database removes pages, so that no write can forget it (docs/decisions/0040).',
    );
  },
});

export default createProvider;
