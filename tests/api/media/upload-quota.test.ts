import { expect, test } from 'vitest';
import { mediaQuota } from '#lib/domain/media/media.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import { upload } from '../../support/media/upload.ts';

const api = useTestApi();
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

async function hold(person: Person, files: number, bytes: number): Promise<void> {
  const { body } = await person.visitor.call('GET /api/v3/user/');
  await api.db.insertInto('mediaUsage').values({ userId: body.user.id, files, bytes }).execute();
}

const usage = () => api.db.selectFrom('mediaUsage').select(['files', 'bytes']).execute();

test('[C-32] of ten parallel uploads with quota for three, three are stored', async () => {
  const person = await signUpVerified(api);
  await hold(person, mediaQuota.files - 3, 0);
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(person.visitor, { bytes: pdf })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const rejected = answers.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(7);
  for (const { body } of rejected) expect(body.error_code).toBe('UPLOAD_QUOTA_EXCEEDED');
  expect(await usage()).toEqual([{ files: mediaQuota.files, bytes: 3 * pdf.length }]);
  expect(await api.db.selectFrom('media').select('id').execute()).toHaveLength(3);
  expect(await api.db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
});

test('[C-32] the quota is exactly 100 MB', async () => {
  const exact = await signUpVerified(api);
  await hold(exact, 1, mediaQuota.bytes - pdf.length);
  expect((await upload(exact.visitor, { bytes: pdf })).status).toBe(200);
  const over = await signUpVerified(api);
  await hold(over, 1, mediaQuota.bytes - pdf.length + 1);
  expect((await upload(over.visitor, { bytes: pdf })).body.error_code).toBe('UPLOAD_QUOTA_EXCEEDED');
});

test('[C-32] of thirty parallel uploads ten are stored within the hour', async () => {
  const { visitor } = await signUpVerified(api);
  const answers = await Promise.all(Array.from({ length: 30 }, () => upload(visitor, { bytes: pdf })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mediaQuota.perHour);
});

test('deleting releases the quota once, also with many parallel requests', async () => {
  const person = await signUpVerified(api);
  const { body } = await upload(person.visitor, { bytes: pdf });
  await upload(person.visitor, { bytes: pdf });
  const remove = () => person.visitor.call(`DELETE /api/v1/media/${body.id}/delete/`, {});
  const answers = await Promise.all(Array.from({ length: 8 }, remove));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await usage()).toEqual([{ files: 1, bytes: pdf.length }]);
});
