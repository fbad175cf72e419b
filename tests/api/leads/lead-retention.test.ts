import { expect, it } from 'vitest';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';

const test = useTestApi();
const day = 86_400;
const twoYears = 731 * day;
const kinds = async () =>
  (await test.db.selectFrom('conversion').select('kind').orderBy('kind').execute()).map(({ kind }) => kind);
const counts = async () => [
  (await test.db.selectFrom('brochureRequest').select('id').execute()).length,
  (await test.db.selectFrom('callbackRequest').select('id').execute()).length,
  (await test.db.selectFrom('lead').select('id').execute()).length,
];

const askBrochure = () =>
  test.visitor().call('POST /api/v1/programs/embark-pro/send-brochure/', { email: 'asha@example.com' });
const askCallback = () =>
  test.visitor().call('POST /api/v1/cap/request-sales-callback/', {
    first_name: 'Asha',
    country_iso_code: 'IN',
    phone: newPhone(),
    preferred_window: 'ASAP',
    consent: true,
  });

it('[TRACK-01] requests are deleted after two years together with their attribution', async () => {
  await askBrochure();
  await askCallback();
  await travel(test.db, twoYears - 3 * day);
  await deleteExpired(test.db);
  expect([await counts(), await kinds()]).toEqual([
    [1, 1, 2],
    ['BROCHURE', 'CALLBACK'],
  ]);
  await travel(test.db, 4 * day);
  await deleteExpired(test.db);
  expect([await counts(), await kinds()]).toEqual([[0, 0, 0], []]);
});

it('a callback is kept for two years after the last contact', async () => {
  const { body } = await askCallback();
  await travel(test.db, twoYears);
  const event = {
    id: crypto.randomUUID(),
    callbackId: body.id,
    toStatus: 'CONNECTED',
    actorType: 'STAFF',
  } as const;
  const nothing = { fromStatus: null, actorId: null, reasonCode: null, publicNote: null, privateNote: null };
  await test.db
    .insertInto('callbackEvent')
    .values({ ...event, ...nothing })
    .execute();
  await deleteExpired(test.db);
  expect(await kinds()).toEqual(['CALLBACK']);
  await travel(test.db, twoYears);
  await deleteExpired(test.db);
  expect([await counts(), await kinds()]).toEqual([[0, 0, 0], []]);
});

it('attribution is deleted with an unverified account, and kept with a verified one', async () => {
  await signUp(test);
  await signUpVerified(test);
  expect(await kinds()).toEqual(['SIGN_UP', 'SIGN_UP']);
  await travel(test.db, 73 * 3600);
  await deleteExpired(test.db);
  expect(await kinds()).toEqual(['SIGN_UP']);
});

it('[TRACK-01] attribution is deleted at once with what it belongs to', async () => {
  await askBrochure();
  await askCallback();
  await test.db.deleteFrom('brochureRequest').execute();
  expect(await kinds()).toEqual(['CALLBACK']);
  await test.db.deleteFrom('callbackRequest').execute();
  expect(await kinds()).toEqual([]);
});
