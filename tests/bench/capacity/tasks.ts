import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { recordExpiredOtps } from '#lib/server/auth/otp/otp-expiry.ts';
import type { Db } from '#lib/server/db/index.ts';
import { applyDueToSubmitted, expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { retentionRules } from '#lib/server/retention.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { printBudget, printHeading } from '../report.ts';

/** A statement that takes longer is cancelled, unless its task opens a connection without the limit. */
const limitMs = 2000;

/**
 * Prints the time of what runs every ten minutes over all rows. Each runs twice, and the second time counts: the first one does what had
 * become due. Returns false when one fails.
 */
export async function measureTasks(db: Db): Promise<boolean> {
  const tasks: [string, () => Promise<unknown>][] = [
    ['drafts that end', () => expireApplications(db)],
    ['offers and trainings that are due', () => applyDueToSubmitted(db)],
    ['codes that expire', () => recordExpiredOtps(db)],
    ...retentionRules.map(({ tables, deleteOld }): [string, () => Promise<unknown>] => [
      `old rows of ${tables.join(', ')}`,
      () => deleteOld(db),
    ]),
    ['reports, after a visit and changes of 500 people', () => rollUpAfterChange(db)],
  ];
  printHeading('Every ten minutes');
  const results: boolean[] = [];
  for (const [name, run] of tasks) {
    await run().catch(() => undefined);
    const begun = performance.now();
    const failure = await run().then(
      () => null,
      (error: Error) => error.message,
    );
    const figure = `${Math.round(performance.now() - begun)} ms`;
    results.push(
      printBudget(
        name,
        failure ? `${figure}, ${failure}` : figure,
        !failure,
        `a statement at most ${limitMs} ms`,
      ),
    );
  }
  return results.every(Boolean);
}

async function rollUpAfterChange(db: Db): Promise<void> {
  await sql`
    insert into report_change select report, (now() at time zone 'Asia/Kolkata')::date
    from unnest(array['VISITS', 'CONVERSIONS']) report`.execute(db);
  await sql`
    insert into cohort_change
    select user_id, null from conversion tablesample system (1) where user_id is not null limit 500`.execute(
    db,
  );
  await rollUpReports(db);
}
