import { createApi } from '#lib/server/api.ts';
import { createLog } from '#lib/server/log.ts';
import type { TestApi } from './api.ts';
import { Visitor } from './visitor.ts';

/**
 * Creates a second API on the test's database that counts the SQL statements of a request, without `begin` and `commit`.
 */
export function createCountingApi(test: TestApi) {
  let count = 0;
  const db = test.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Called once per statement that was executed, whereas `transformQuery` sees sub-queries too.
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  });
  const clientAddress = () => '203.0.113.1';
  const { config, messages, mediaStore } = test;
  const api = createApi({ config, db, messages, mediaStore, clientAddress, log: createLog('silent') });
  return {
    /** Sends a request with the cookies of a visitor. Returns the response and the number of statements. */
    async call(visitor: Visitor, key: string, body?: unknown) {
      const visitorCopy = new Visitor(api, config.siteOrigin, '203.0.113.1');
      for (const [name, value] of visitor.cookies) visitorCopy.cookies.set(name, value);
      count = 0;
      const answer = await visitorCopy.call(key, body);
      return { ...answer, statements: count };
    },
  };
}
