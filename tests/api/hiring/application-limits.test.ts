import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import {
  applications,
  type Candidate,
  jobs,
  signUpCandidate,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
const hour = 3600;

beforeEach(() => restoreJobs(test.db));

const apply = ({ visitor }: Pick<Person, 'visitor'>, to = slug) =>
  visitor.call(`POST ${jobs}${to}/apply/`, {});

const withdraw = (person: Person, id: string) =>
  person.visitor.call(`POST ${applications}${id}/withdraw/`, {});

async function applyAndWithdraw(person: Person, to = slug) {
  const answer = await apply(person, to);
  if (answer.status === 200) await withdraw(person, answer.body.id);
  return answer;
}

/** Starts applications for the job and moves them into the past, as if the person had withdrawn them. */
async function insertWithdrawn(person: Candidate, count: number, hoursAgo: number): Promise<void> {
  const { id: jobId } = await test.db
    .selectFrom('job')
    .select('id')
    .where('slug', '!=', slug)
    .executeTakeFirstOrThrow();
  const startedAt = new Date(Date.now() - hoursAgo * hour * 1000);
  await test.db
    .insertInto('jobApplication')
    .values(
      Array.from({ length: count }, (_, n) => ({
        id: crypto.randomUUID(),
        ...{ userId: person.userId, jobId, number: `MS-26-9${hoursAgo}${n}`, stageKey: 'application' },
        ...({ status: 'WITHDRAWN', startedAt, expiresAt: startedAt, previousApplicationId: null } as const),
        ...{ coverNote: null, portfolioSlug: null, resumeMediaId: null, holdFromStatus: null },
      })),
    )
    .execute();
}

describe('[C-41] applying again and again', () => {
  it('for one job is possible 3 times in 24 hours, and again after them', async () => {
    const person = await signUpVerified(test);
    for (let n = 0; n < 3; n += 1) {
      expect((await applyAndWithdraw(person)).status).toBe(200);
      await travel(test.db, hour);
    }
    const { status, body, headers } = await apply(person);
    expect([status, body.error_code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.error).toBe('You applied for this job 3 times today. Try again in 21 hours.');
    expect(body.retry_after).toBeGreaterThan(21 * hour - 60);
    expect(headers.get('retry-after')).toBe(String(body.retry_after));
    await travel(test.db, body.retry_after);
    expect((await applyAndWithdraw(person)).status).toBe(200);
    // The second application is not a day old yet.
    expect((await apply(person)).body.error).toMatch(/Try again in (1 hour|\d+ minutes)\.$/);
  });

  it('for one job does not hinder another job or another person', async () => {
    const person = await signUpVerified(test);
    for (let n = 0; n < 3; n += 1) await applyAndWithdraw(person);
    expect((await apply(person, 'inside-sales-associate-cl13')).status).toBe(200);
    expect((await apply(await signUpVerified(test))).status).toBe(200);
  });

  it('is possible 20 times in 24 hours for all jobs together', async () => {
    const person = await signUpCandidate(test);
    await insertWithdrawn(person, 19, 4);
    expect((await applyAndWithdraw(person)).status).toBe(200);
    const { status, body } = await apply(person);
    expect([status, body.error]).toEqual([429, 'You started 20 applications today. Try again in 20 hours.']);
    await travel(test.db, 20 * hour);
    expect((await apply(person)).status).toBe(200);
  });

  it('in parallel passes no limit, and wastes no application number', async () => {
    const person = await signUpCandidate(test);
    await insertWithdrawn(person, 18, 4);
    const slugs = (
      await test.db.selectFrom('job').select('slug').where('status', '=', 'OPEN').execute()
    ).slice(0, 6);
    const answers = await Promise.all(
      slugs.map((job) => apply({ visitor: person.visitor.fork() }, job.slug)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
    const serials = answers.flatMap(({ body }) => (body.number ? [Number(body.number.split('-')[2])] : []));
    expect(Math.abs((serials[0] ?? 0) - (serials[1] ?? 0))).toBe(1);
  });

  it('still returns the open application, and names a closed job first', async () => {
    const person = await signUpVerified(test);
    for (let n = 0; n < 2; n += 1) await applyAndWithdraw(person);
    const { body } = await apply(person);
    expect((await apply(person)).body).toMatchObject({ id: body.id, is_existing: true });
    await withdraw(person, body.id);
    await test.db.updateTable('job').set({ status: 'FILLED' }).where('slug', '=', slug).execute();
    expect((await apply(person)).body.error_code).toBe('JOB_CLOSED');
  });

  it('[API-41] the job says so before the person presses the button', async () => {
    const person = await signUpVerified(test);
    for (let n = 0; n < 3; n += 1) await applyAndWithdraw(person);
    const { body } = await person.visitor.call(`GET ${jobs}${slug}/`);
    expect(body.allowed_actions).toEqual([
      {
        action: 'APPLY',
        enabled: false,
        reason: 'You applied for this job 3 times today. Try again in 24 hours.',
      },
    ]);
  });
});

describe('[C-41] the messages of somebody who applies, submits and withdraws without end', () => {
  /** Applies, submits and withdraws until the server rejects it, for each of the jobs. Returns the applications. */
  async function attack(person: Candidate): Promise<string[]> {
    const ids: string[] = [];
    const open = await test.db.selectFrom('job').select('slug').where('status', '=', 'OPEN').execute();
    for (const job of open)
      for (;;) {
        const { status, body } = await apply(person, job.slug);
        if (status !== 200) break;
        ids.push(body.id);
        const questions = body.job.questions ?? [{ key: 'motivation' }];
        const answers = questions.map(({ key }: { key: string }) => ({
          key,
          value: 'I like to help people.',
        }));
        await person.visitor.call(`PATCH ${applications}${body.id}/update/`, { answers });
        await person.visitor.call(`POST ${applications}${body.id}/submit/`, {});
        await withdraw(person, body.id);
      }
    return ids;
  }

  it('are 6 emails and 6 SMS, and one digest of each when the hour ends', async () => {
    const person = await signUpCandidate(test);
    await waitForDelivery(test);
    const earlier = { [person.email]: 0, [person.e164]: 0 };
    for (const to of Object.keys(earlier)) earlier[to] = (await test.sentTo(to)).length;
    const newTo = async (to: string) => (await test.sentTo(to)).slice(0, -(earlier[to] ?? 0) || undefined);
    const ids = await attack(person);
    expect(ids).toHaveLength(20);
    await waitForDelivery(test);
    expect(await newTo(person.email)).toHaveLength(6);
    expect(await newTo(person.e164)).toHaveLength(6);

    const notified = await test.db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('medium', '=', 'EMAIL')
      .where('kind', '=', 'application-update')
      .executeTakeFirstOrThrow();
    const held = Number(notified.count) - 6;
    expect(held).toBeGreaterThan(20);
    await travel(test.db, hour);
    await deliverDue(test);
    const [digest, ...emails] = await newTo(person.email);
    expect([digest?.subject, emails.length]).toEqual([`${held} updates about your applications`, 6]);
    expect(digest?.text.match(/We have your application|is withdrawn/g)).toHaveLength(held);
    const [sms, ...others] = await newTo(person.e164);
    expect([sms?.text, others.length]).toEqual([
      `Liftoff: ${held} updates about your applications. See https://localhost/moonshot/applications/`,
      6,
    ]);
  });
});
