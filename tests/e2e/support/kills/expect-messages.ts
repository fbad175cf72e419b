import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { findHeader } from '../../../support/messages/mail-server.ts';
import { expect } from '../test.ts';
import type { KilledSite } from './killed-site.ts';
import type { Person } from './person.ts';
import type { Decision } from './staff-member.ts';

/** Emails by their subjects that everybody gets once. */
const subjectsForAll = ['Confirm your email', 'We will call you'];
const subjectsOfDecisions: Record<Decision['status'], string[]> = {
  SUBMITTED: [],
  SHORTLISTED: ['You are on the shortlist'],
  NOT_SELECTED: ['About your application'],
};

/** Delivers everything that waits, in place of the hours in which it would. The server runs before and after. */
export async function deliverAll(site: KilledSite): Promise<void> {
  const makeDue = (db: Db) =>
    sql`update outbox set due_at = now() where status in ('QUEUED', 'HELD')`.execute(db);
  for (let round = 0; round < 5; round += 1) {
    await site.stop();
    const waiting = await site.withData(async (db) => {
      await makeDue(db);
      return db.selectFrom('outbox').select('id').where('status', 'in', ['QUEUED', 'HELD']).execute();
    });
    await site.start();
    if (waiting.length === 0) return;
    await expect.poll(() => site.countMessages('due'), { timeout: 60_000 }).toBe(0);
  }
}

/**
 * Expects that each message arrived, and only those more than once, with the same id, of which a process died before it could record
 * that they had. Returns how many of them there are.
 */
export async function expectMessages(
  db: Db,
  site: KilledSite,
  people: readonly Person[],
  decisions: readonly Decision[],
): Promise<{ count: number; repeated: number }> {
  const outbox = await db
    .selectFrom('outbox')
    .select(['id', 'medium', 'status', 'uncertainAttempts', 'recipient', 'subject'])
    // No provider of the others is set up.
    .where('medium', 'in', ['EMAIL', 'SMS'])
    .execute();
  const emails = site.mailServer.mails.map((mail) => findHeader(mail, 'Message-ID')?.slice(1, 37) ?? '');
  const texts = site.provider.received.filter(({ code }) => !code).map(({ id = '' }) => id);
  const arrivals = new Map<string, number>();
  for (const id of [...emails, ...texts]) arrivals.set(id, (arrivals.get(id) ?? 0) + 1);

  const open = outbox.filter(({ status }) => status !== 'SENT' && status !== 'MERGED');
  expect(open).toEqual([]);
  const sent = outbox.filter(({ status }) => status === 'SENT');
  const lost = sent.filter(({ id }) => !arrivals.has(id));
  expect(lost).toEqual([]);
  const tooMany = outbox.filter(
    ({ id, uncertainAttempts }) => (arrivals.get(id) ?? 0) > 1 + uncertainAttempts,
  );
  expect(tooMany).toEqual([]);
  const known = new Set(outbox.map(({ id }) => id));
  expect([...arrivals.keys()].filter((id) => !known.has(id))).toEqual([]);

  // A code is sent while its request waits, so it is never sent again.
  const codes = site.provider.received.filter(({ code }) => code);
  expect(new Set(codes.map(({ id }) => id)).size).toBe(codes.length);
  expect(codes.length).toBeLessThanOrEqual(people.reduce((sum, person) => sum + person.codes, 0));

  const decided = new Map(decisions.map(({ applicationId, status }) => [applicationId, status]));
  const stories = new Map(people.map((person) => [person.email, [] as string[]]));
  for (const { medium, recipient, subject } of sent)
    if (medium === 'EMAIL') stories.get(recipient)?.push(subject ?? '');
  for (const { email, applicationId } of people) {
    const subjects = (stories.get(email) ?? []).filter((subject) => isCounted(subject));
    const status = decided.get(applicationId ?? '') ?? 'SUBMITTED';
    expect([email, subjects.toSorted()]).toEqual([
      email,
      [...subjectsForAll, ...subjectsOfDecisions[status]].toSorted(),
    ]);
  }
  return { count: sent.length, repeated: [...arrivals.values()].filter((times) => times > 1).length };
}

const allSubjects = new Set([...subjectsForAll, ...Object.values(subjectsOfDecisions).flat()]);
const isCounted = (subject: string) => allSubjects.has(subject);
