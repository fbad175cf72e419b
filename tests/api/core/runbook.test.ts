import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runRolledBack } from '#lib/server/db/index.ts';
import { useTestApi } from '../../support/api.ts';

const test = useTestApi();

/** The statements in the operator's pages, with the page's name. */
const statements = ['docs/operations.md', ...globSync('docs/operations/*.md')].flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/^ *```sql\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block
      .replace(/^ *--.*$/gm, '')
      .split(';')
      .map((text) => ({ path, text: text.trim() })),
  ),
);

it('every statement that the runbook tells an operator to run is one that the database runs', async () => {
  // An extension that the operator installs.
  const ours = statements.filter(({ text }) => text && !text.includes('pg_stat_statements'));
  expect(ours.length).toBeGreaterThan(12);
  for (const { path, text } of ours) {
    const failure = await runRolledBack(test.db, (trx) => sql.raw(text).execute(trx)).then(
      () => null,
      (error) => `${path}: ${error.message}\n${text}`,
    );
    expect(failure).toBeNull();
  }
});
