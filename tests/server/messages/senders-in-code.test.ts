import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { senders } from '#lib/server/account/notifications/senders.ts';
import { listSources } from '../../support/source/sources.ts';

const listed = Object.keys(senders);
const sources = listSources('src/lib/server')
  .filter((path) => !path.startsWith('src/lib/server/demo/') && !path.endsWith('/senders.ts'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

/** The files that write to people without a sender: codes, which `send` delivers at once, and the outbox itself. */
const withoutSender = {
  "insertInto('outbox')": ['messages/digest.ts', 'messages/queue-messages.ts'],
  '.messages.send(': [],
  'await messages.send(': ['auth/otp/issue-otp.ts'],
};

test('[USER-20] every sender that the code names is listed, and so has a line in the table of senders', () => {
  const named = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/\bsender\??:\s*([^;]*?)(?:,\n|;|\n\s*\}|, [a-z]+:)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => ({ path, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !listed.includes(name))).toEqual([]);
});

test('[USER-20] every listed sender is used', () => {
  const unused = listed.filter((name) => !sources.some(({ code }) => code.includes(`'${name}'`)));
  expect(unused).toEqual([]);
});

test.each(Object.entries(withoutSender))(
  '[USER-20] only known files write past the senders: %s',
  (call, known) => {
    const found = sources.filter(({ code }) => code.includes(call)).map(({ path }) => path);
    expect(found.toSorted()).toEqual(known.map((path) => `src/lib/server/${path}`));
  },
);
