import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '#lib/server/auth/session.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { createRandom } from '../../support/random.ts';
import { startCrowd } from '../support/kills/crowd.ts';
import { deliverAll, expectMessages } from '../support/kills/expect-messages.ts';
import { expectAcknowledged, expectNoHalfRow, expectWholeFiles } from '../support/kills/expect-whole.ts';
import { createKilledSite, type KilledSite, planKill } from '../support/kills/killed-site.ts';
import type { Stage } from '../support/kills/person.ts';
import { expect, test } from '../support/test.ts';

const kills = Number(process.env.KILLS ?? 24);
/** What people do, and when the server dies. Set it to repeat a run. */
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
/** How long a process may take until it says that it is ready, on a busy machine. */
const maxReadyMs = 30_000;

let site: KilledSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await createKilledSite();
});
test.afterAll(() => site?.remove());

/** Prepares a job and an event with seats for all, and two members of staff. */
async function prepareStage(db: Db): Promise<Stage> {
  // Those of the demo data went to the inbox of development.
  await db.deleteFrom('outbox').execute();
  const jobSlug = 'voice-support-associate-cl13';
  await sql`
    update job set status = 'OPEN', closed_at = null, apply_by = now() + interval '30 days' where slug = ${jobSlug}`.execute(
    db,
  );
  const { id: eventId } = await db
    .updateTable('liveEvent')
    .set({ capacity: 100_000 })
    .where('id', '=', (from) =>
      from
        .selectFrom('liveEvent')
        .select('id')
        .where('status', '=', 'SCHEDULED')
        .where('registrationClosesAt', '>', sql<Date>`now() + interval '1 day'`)
        .orderBy('startsAt', 'desc')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: placeId } = await db
    .selectFrom('jobLocation')
    .select('id')
    .where('city', '=', 'Bengaluru')
    .executeTakeFirstOrThrow();
  const admin = await db
    .selectFrom('userRole')
    .select('userId')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  const colleague = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneVerifiedAt', 'is not', null)
    .where('id', '<>', admin.userId)
    .executeTakeFirstOrThrow();
  await sql`
    insert into user_role (user_id, role) values (${colleague.id}, 'staff') on conflict do nothing`.execute(
    db,
  );
  const staffTokens = ['first', 'second'].map((name) => `a-token-of-the-${name}-member-of-staff-for-tests`);
  for (const [at, userId] of [admin.userId, colleague.id].entries())
    await sql`
      insert into session (token_hash, user_id, expires_at, user_agent)
      values (${hashToken(staffTokens[at] ?? '')}, ${userId}, now() + interval '1 day', 'soak')`.execute(db);
  const picture = await createPlainPicture(900, 600).jpeg().toBuffer();
  return { eventId, jobSlug, placeId, picture, staffTokens };
}

test(`[C-40] [C-41] [C-42] kill -9 at ${kills} random moments of mixed writes: what was acknowledged is stored once, nothing is half, no file is left over`, async () => {
  test.setTimeout(1_800_000);
  console.log(`SEED=${seed} KILLS=${kills} on ${process.env.E2E_DATABASE ?? 'pglite'}`);
  const random = createRandom(seed);
  const stage = await site.withData(prepareStage);
  await site.start();
  const crowd = startCrowd(site, stage, seed);
  for (let kill = 0; kill < kills; kill += 1)
    await Promise.race([site.kill(planKill(random)), crowd.failure]);
  await crowd.finish();
  const { people, decisions } = crowd;
  await deliverAll(site);
  await site.stop();

  const { messages, left } = await site.withData(async (db) => {
    await expectAcknowledged(db, people, decisions);
    await expectNoHalfRow(db, stage);
    return {
      messages: await expectMessages(db, site, people, decisions),
      left: await expectWholeFiles(db, site, people),
    };
  });
  const slowest = Math.max(...site.readyMs);
  const cuts = people.reduce((sum, { visitor }) => sum + visitor.cuts, 0);
  console.log(
    `${people.length} people, ${decisions.length} decisions, ${cuts} requests sent again, ${messages.count} messages of which ` +
      `${messages.repeated} arrived twice, ${left} files of killed processes deleted; ready after ${slowest.toFixed(0)} ms at most`,
  );
  expect(people.length).toBeGreaterThan(kills);
  expect(slowest).toBeLessThan(maxReadyMs);
  expect(site.errors).toEqual([]);
});
