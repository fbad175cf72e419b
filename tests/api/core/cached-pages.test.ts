import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#lib/server/db/index.ts';
import { isOfferedSearch } from '#lib/server/hiring/jobs/search-query.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { ownDatabase, type TestDatabase } from '../../support/database.ts';
import { insertEvent } from '../../support/events.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let stopListening: () => Promise<void>;
let heard: string[] = [];
const ownerId = uuidv7();
const portfolioId = uuidv7();

beforeAll(async () => {
  database = await ownDatabase();
  stopListening = await listenOnce(database, (tag) => heard.push(tag));
  await restoreJobs(database.db);
  await run(sql`
    insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, notification_preferences)
    values (${ownerId}, 'Asha', 'Verma', 'asha@example.com', 'IN', '+919811111111', '{}')`);
  await run(sql`
    insert into portfolio (id, user_id, slug, visibility) values (${portfolioId}, ${ownerId}, 'asha-verma', 'PUBLIC')`);
});
afterAll(async () => {
  await stopListening();
  await database.close();
});

/** Listens on one connection, so that each notification is heard once and in order. */
async function listenOnce(
  { db, url }: TestDatabase,
  onNotify: (tag: string) => void,
): Promise<() => Promise<void>> {
  if (!url) return listen(db, 'page_cache', { onNotify, onGap: () => undefined });
  const client = new pg.Client({ connectionString: url });
  client.on('notification', ({ payload = '' }) => onNotify(payload));
  await client.connect();
  await client.query('listen page_cache');
  return () => client.end();
}

const run = (statement: RawBuilder<unknown>) => statement.execute(database.db);

/** Waits until everything that was written before is heard. */
async function hearAll(): Promise<void> {
  const end = uuidv7();
  await run(sql`select pg_notify('page_cache', ${end})`);
  await waitFor(() => expect(heard).toContain(end));
  heard.splice(heard.indexOf(end), 1);
}

/** Returns the tags whose pages a statement removes. */
async function removedBy(statement: RawBuilder<unknown>): Promise<string[]> {
  await hearAll();
  heard = [];
  await run(statement);
  await hearAll();
  return heard;
}

describe('a write removes the cached pages that show it', () => {
  it.each([
    ['a job', sql`update job set title = title || '.' where id = (select id from job limit 1)`],
    [
      'an employer',
      sql`update employer set about = about || '.' where id = (select id from employer limit 1)`,
    ],
    ['a city', sql`update job_location set region = region || '.'`],
    ['the places of a job', sql`update job_job_location set position = position + 100`],
    ['a job that is gone', sql`delete from job_job_location`],
  ])('[API-41] %s', async (_, statement) => {
    expect(await removedBy(statement)).toEqual(['jobs']);
  });

  it('[API-41] a person who is hired, and one who no longer is', async () => {
    const id = uuidv7();
    await run(sql`
      insert into job_application (id, user_id, number, job_id, status, stage_key, expires_at)
      select ${id}, ${ownerId}, 'MS-26-00001', id, 'OFFERED', 'offer', now() + interval '1 day' from job limit 1`);
    const move = (status: string) => sql`update job_application set status = ${status} where id = ${id}`;
    expect(await removedBy(move('HIRED'))).toEqual(['jobs']);
    expect(await removedBy(move('IN_REVIEW'))).toEqual(['jobs']);
    expect(await removedBy(move('INTERVIEW'))).toEqual([]);
    await run(move('HIRED'));
    expect(await removedBy(sql`delete from job_application where id = ${id}`)).toEqual(['jobs']);
  });

  it('[API-20] an event, and the seats that are taken', async () => {
    const { id } = await insertEvent(database.db);
    const took = sql`update live_event set taken = taken + 1 where id = ${id}`;
    expect(await removedBy(took)).toEqual([`event:${id}`, 'events']);
  });

  it.each([
    ['its visibility', sql`update portfolio set visibility = 'PRIVATE' where id = ${portfolioId}`],
    ['an address', sql`insert into portfolio_slug (slug, portfolio_id) values ('asha', ${portfolioId})`],
    [
      'a link',
      sql`insert into portfolio_link (portfolio_id, id, url, position)
        values (${portfolioId}, ${uuidv7()}, 'https://example.com/', 0)`,
    ],
    ['an article that is gone', sql`delete from portfolio_link where portfolio_id = ${portfolioId}`],
    ['the name of its owner', sql`update app_user set first_name = 'Usha' where id = ${ownerId}`],
    ['a closed account', sql`update app_user set disabled_at = now() where id = ${ownerId}`],
  ])('[API-30] a portfolio: %s', async (_, statement) => {
    expect(await removedBy(statement)).toEqual([`portfolio:${portfolioId}`]);
  });

  it('[API-52] a portfolio: a certificate of its owner, also one that changes hands', async () => {
    const { id } = await insertCertificate(database.db);
    const tag = `portfolio:${portfolioId}`;
    expect(await removedBy(sql`update certificate set user_id = ${ownerId} where id = ${id}`)).toContain(tag);
    expect(await removedBy(sql`update certificate set user_id = null where id = ${id}`)).toContain(tag);
  });

  it('a change of a person that no page shows removes nothing', async () => {
    expect(
      await removedBy(sql`update app_user set time_zone = 'Asia/Kolkata' where id = ${ownerId}`),
    ).toEqual([]);
  });
});

it('[API-41] only searches that the page offers are cached, so their number is bounded', () => {
  const facets = { family: [], level: [], workMode: [], city: [{ value: 'Pune', count: 2 }] };
  expect(isOfferedSearch({}, facets)).toBe(true);
  expect(isOfferedSearch({ city: 'Pune', level: 'ASSOCIATE' as never }, facets)).toBe(true);
  expect(isOfferedSearch({ city: 'pUNE' }, facets)).toBe(false);
  expect(isOfferedSearch({ city: 'Atlantis' }, facets)).toBe(false);
  expect(isOfferedSearch({ search: 'excel' }, facets)).toBe(false);
  expect(isOfferedSearch({ minPay: '123457' }, facets)).toBe(false);
});
