import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { checkAsForeigner, correctName, revoke } from '../../support/certificates/credentials.ts';
import {
  checkFile,
  loadCredential,
  loadPublished,
  openEveryLink,
} from '../../support/certificates/every-link.ts';
import { checkIndependently } from '../../support/certificates/independent-verifier.ts';
import { loadVocabulary } from '../../support/certificates/vocabularies.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { openLater } from '../../support/later-clock.ts';

const test = useTestApi();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => vi.useRealTimers());

/** Sets the clocks of this process and of a connection to the database ten years ahead. */
async function passTenYears() {
  const later = new Date();
  later.setFullYear(later.getFullYear() + 10);
  const clock = await openLater(database, 10);
  onTestFinished(() => void clock.close());
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  return { deps: { db: clock.db, config: test.config }, later };
}

it('[API-52] with both clocks ten years ahead every link answers, what expired since says so, and nothing else changes', async () => {
  const insert = (values = {}) => insertCertificate(test.db, values);
  const nextYear = `${new Date().getFullYear() + 1}-07-02`;
  const [lasting, ending, revoked, replaced, hidden, corrected] = [
    await insert(),
    await insert({ expiresOn: nextYear }),
    await insert(),
    await insert(),
    await insert(),
    await insert(),
  ];
  const update = (id: string, values: object) =>
    test.db.updateTable('certificate').set(values).where('id', '=', id).execute();
  const old = await loadCredential(test, corrected.shortUuid);
  await revoke(test.db, revoked.id);
  await update(replaced.id, { status: 'REPLACED', replacedById: lasting.id });
  await update(hidden.id, { isHidden: true });
  await correctName(test.db, corrected.id, 'Lakshmi Narayana');
  const all = [lasting, revoked, replaced, hidden, corrected];
  const openAll = async (deps: typeof test) => {
    const links = [];
    for (const { shortUuid } of all) links.push(await openEveryLink(deps, shortUuid));
    return links;
  };
  const now = await openAll(test);
  const saved = await loadCredential(test, ending.shortUuid);
  const { deps, later } = await passTenYears();

  expect(await openAll({ ...test, ...deps })).toEqual(now);
  const links = await openEveryLink(deps, ending.shortUuid);
  expect(links).toMatchObject({
    page: { certificate: { status: 'EXPIRED' } },
    ...{ pdf: 'EXPIRED', credential: saved, checks: ['200 EXPIRED', '200 EXPIRED', 'EXPIRED'] },
    picture: { label: 'Expired · Certificate of completion', tone: 'warning' },
  });
  expect(await checkFile(deps, old ?? '')).toBe('CORRECTED');
  expect((await openEveryLink(deps, '222222222222')).page).toBe(404);

  // Others check what was saved ten years ago against what the server publishes then.
  const published = await loadPublished(deps);
  const check = async (credential = '') => {
    const load = (url: string) => published.find(({ id }) => id === url) ?? loadVocabulary(url);
    return [
      await checkAsForeigner({ credential: JSON.parse(credential), published, now: later }),
      await checkIndependently(JSON.parse(credential), async (url) => load(url), later),
    ];
  };
  expect(await check(now[0]?.credential)).toEqual([null, null]);
  expect(await check(now[1]?.credential)).toEqual(['revoked', 'revoked']);
  expect(await check(old)).toEqual(['revoked', 'revoked']);
  expect(await check(saved)).toEqual([expect.stringMatching(/is after "validUntil"/), 'expired']);
});

it('[API-52] a certificate that is issued ten years from now is valid', async () => {
  const { deps } = await passTenYears();
  const { shortUuid } = await insertCertificate(deps.db, {
    ...{ completedOn: null, issuedOn: new Date().toISOString().slice(0, 10), expiresOn: null },
  });
  expect(await openEveryLink(deps, shortUuid)).toMatchObject({
    pdf: 'VALID',
    checks: ['200 VALID', '200 VALID', 'VALID'],
  });
});
