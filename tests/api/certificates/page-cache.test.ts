import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPageCache } from '#lib/server/cached-pages.ts';
import { loadCertificatePage } from '#lib/server/certificates/certificate-page.ts';
import { type Db, openDatabase } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { revoke } from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { ownDatabase, type TestDatabase } from '../../support/database.ts';
import { type KillableApi, startKillableApi } from '../../support/killable-api.ts';
import { isSoak } from '../../support/soak.ts';
import { waitFor } from '../../support/wait-for.ts';

/** How old a page of another process may be, in milliseconds. A second on a quiet machine; a busy one may pause for longer. */
const bound = isSoak ? 1000 : 5000;

let database: TestDatabase;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.close());

it('[API-52] [C-42] the next request of the same process shows every write, also within a transaction that is undone', async () => {
  const own = database.url ? await openDatabase({ databaseUrl: database.url, dataDir: '' }) : null;
  const db = own?.db ?? database.db;
  const { pages, close } = await openPageCache(db);
  try {
    const { id, shortUuid } = await insertCertificate(db);
    const { shortUuid: replacement } = await insertCertificate(db);
    const { shortUuid: other } = await insertCertificate(db);
    const read = (one: string) => readPage(pages, db, one);
    const change = (values: object, at: Db = db) =>
      at.updateTable('certificate').set(values).where('id', '=', id).execute();
    expect(await read(shortUuid)).toBe('fwd=miss ISSUED');
    expect(await read(other)).toBe('fwd=miss ISSUED');
    await change({ isHidden: true });
    expect(await read(shortUuid)).toBe('fwd=miss HIDDEN');
    await change({ isHidden: false, issuedOn: '2020-01-01', expiresOn: '2021-01-01' });
    expect(await read(shortUuid)).toBe('fwd=miss EXPIRED');
    await revoke(db, id);
    expect(await read(shortUuid)).toBe('fwd=miss REVOKED');
    const undone = db.transaction().execute(async (trx) => {
      await change({ isHidden: true }, trx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    // PostgreSQL’s note of the write before may arrive now, and remove the page once more.
    await waitFor(async () => expect(await read(shortUuid)).toBe('hit REVOKED'));
    const replacedById = db.selectFrom('certificate').select('id').where('shortUuid', '=', replacement);
    const none = { revokedAt: null, revocationReason: null };
    await change({ ...none, status: 'REPLACED', replacedById });
    expect(await read(shortUuid)).toBe('fwd=miss REPLACED');
    await change({ status: 'DRAFT', replacedById: null });
    expect(await read(shortUuid)).toBe('404');
    expect(await read(other)).toBe('hit ISSUED');
    await db.deleteFrom('certificate').where('shortUuid', '=', other).execute();
    expect(await read(other)).toBe('404');
  } finally {
    await close();
    await own?.close();
  }
});

async function readPage(
  pages: Awaited<ReturnType<typeof openPageCache>>['pages'],
  db: Db,
  shortUuid: string,
): Promise<string> {
  const address = `https://localhost/certificates/${shortUuid}/`;
  const response = await pages.respond(new Request(address), async () => {
    const config = { siteOrigin: 'https://localhost' };
    const found = await loadCertificatePage({ db, config }, shortUuid, '203.0.113.1');
    if (found instanceof HttpError) return new Response(null, { status: found.status });
    const { maxAge, tags } = found.cache;
    const headers = { 'CDN-Cache-Control': `max-age=${maxAge}`, 'Cache-Tag': tags.join(', ') };
    return new Response(found.certificate.status, { headers });
  });
  if (response.status !== 200) return String(response.status);
  return `${response.headers.get('cache-status')?.split('; ')[1]} ${await response.text()}`;
}

describe('two processes on one PostgreSQL', () => {
  let processes: KillableApi[] = [];
  const ids: string[] = [];

  beforeAll(async () => {
    if (!database.url) return;
    const script = join(import.meta.dirname, '../../support/certificates/page-process.ts');
    const start = () => startKillableApi({ DATABASE_URL: database.url ?? '' }, script);
    processes = await Promise.all([start(), start()]);
    for (let count = 0; count < 5; count += 1) {
      const { id, shortUuid } = await insertCertificate(database.db);
      await revoke(database.db, id);
      ids.push(shortUuid);
    }
  });
  afterAll(() => Promise.all(processes.map((one) => one.stop())));

  const read = async (at: number, id: string) => {
    const response = await fetch(`${processes[at]?.origin}/certificates/${id}/`);
    return { text: await response.text(), status: response.headers.get('cache-status') };
  };
  const write = (at: number, id: string, reason: string | number) =>
    fetch(`${processes[at]?.origin}/certificates/${id}/?reason=${reason}`, { method: 'POST' });

  it('random writes and reads: no read in the same process is old, and none elsewhere after a second', async ({
    skip,
  }) => {
    if (!database.url) skip('needs PostgreSQL');
    const written = ids.map(() => [{ reason: 0, at: 0, by: 0 }]);
    for (const [index, id] of ids.entries()) {
      await write(0, id, 0);
      Object.assign(written[index]?.[0] ?? {}, { at: performance.now() });
      for (const at of [0, 1]) await waitFor(async () => expect((await read(at, id)).text).toBe('REVOKED 0'));
    }
    let [hits, reads] = [0, 0];
    for (let step = 1; step <= (isSoak ? 1000 : 250); step += 1) {
      const [index, at] = [randomInt(ids.length), randomInt(2)];
      const id = ids[index] ?? '';
      const history = written[index] ?? [];
      if (randomInt(4) === 0) {
        await write(at, id, step);
        history.push({ reason: step, at: performance.now(), by: at });
        continue;
      }
      const begun = performance.now();
      const { text, status } = await read(at, id);
      const shown = Number(text.split(' ')[1]);
      const least = history.filter((one) => one.by === at || one.at < begun - bound).at(-1)?.reason ?? 0;
      expect(shown).toBeGreaterThanOrEqual(least);
      reads += 1;
      if (status?.endsWith('hit')) hits += 1;
    }
    expect(hits).toBeGreaterThan(reads / 4);
  });

  it('a write of one process shows in the other within a second', async ({ skip }) => {
    if (!database.url) skip('needs PostgreSQL');
    const id = ids[0] ?? '';
    for (let round = 0; round < 20; round += 1) {
      await read(1, id);
      await write(0, id, `round-${round}`);
      const begun = performance.now();
      while ((await read(1, id)).text !== `REVOKED round-${round}`)
        expect(performance.now() - begun).toBeLessThan(bound);
      // Each connection reports the write, so the page may be removed more than once.
      await waitFor(async () => expect((await read(1, id)).status).toBe('liftoff; hit'));
    }
  });

  it('a process that has lost its connections forgets its pages when it listens again', async ({ skip }) => {
    if (!database.url) skip('needs PostgreSQL');
    const id = ids[1] ?? '';
    await waitFor(async () => expect((await read(1, id)).status).toBe('liftoff; hit'));
    // One statement ends the listening connections and writes, so nobody hears of the write.
    await run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'liftoff%' and datname = current_database() and pid <> pg_backend_pid()`);
    await run(sql`update certificate set revocation_reason = 'unheard' where short_uuid = ${id}`);
    await waitFor(async () => expect((await read(1, id)).text).toBe('REVOKED unheard'));
    await write(0, id, 'heard-again');
    await waitFor(async () => expect((await read(1, id)).text).toBe('REVOKED heard-again'));
  });

  const run = (statement: RawBuilder<unknown>) => statement.execute(database.db);
});
