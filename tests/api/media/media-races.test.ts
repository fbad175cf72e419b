import { expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import { type PortfolioOwner, signUpPortfolioOwner } from '../../support/portfolio/portfolios.ts';
import { isSoak } from '../../support/soak.ts';

const api = useTestApi();
const rounds = isSoak ? 24 : 8;

async function uploadPicture({ visitor }: PortfolioOwner): Promise<string> {
  // The tests upload and save more often than the limits allow.
  await api.db.deleteFrom('rateCounter').execute();
  const { body } = await upload(visitor, { bytes: await createPlainPicture(9, 9).png().toBuffer() });
  return body.id;
}

/** Chooses the picture twice while it is deleted. Returns the status of each request. */
async function chooseWhileDeleting(
  owner: PortfolioOwner,
  id: string,
  choose: () => Promise<{ status: number }>,
): Promise<number[]> {
  const remove = () => owner.visitor.fork().call(`DELETE /api/v1/media/${id}/delete/`, {});
  const answers = await Promise.all([choose(), remove(), choose()]);
  return answers.map(({ status }) => status);
}

/** The save may be too late. No other error may happen, and no deadlock. */
function expectNoDeadlock(statuses: number[][]): void {
  for (const [first, removed, second] of statuses) {
    expect([200, 400]).toContain(first);
    expect(removed).toBe(200);
    expect([200, 400]).toContain(second);
  }
}

test('[C-42] an avatar can be deleted while it is being set', async () => {
  const owner = await signUpPortfolioOwner(api);
  const statuses: number[][] = [];
  for (let n = 0; n < rounds; n += 1) {
    const avatar_media_id = await uploadPicture(owner);
    const wear = () => owner.visitor.fork().call('PATCH /api/v1/user/update/', { avatar_media_id });
    await wear();
    statuses.push(await chooseWhileDeleting(owner, avatar_media_id, wear));
  }
  expectNoDeadlock(statuses);
  expect((await owner.visitor.call('GET /api/v3/user/')).body.user.avatar).toBeNull();
}, 60_000);

test.each([
  ['projects', { title: 'P' }],
  ['published-works', { title: 'W', url: 'https://a.example/' }],
])(
  '[C-42] a cover of %s can be deleted while it is being set',
  async (kind, fields) => {
    const owner = await signUpPortfolioOwner(api);
    await owner.post(`${kind}/create/`, { ...fields, url: 'https://b.example/' });
    const { body } = await owner.post(`${kind}/create/`, fields);
    const { id } = body.project ?? body.published_work;
    const statuses: number[][] = [];
    for (let n = 0; n < rounds; n += 1) {
      const cover_media_id = await uploadPicture(owner);
      // With a position, the row is written before the picture is checked.
      const show = (order = n % 2) => owner.patch(`${kind}/${id}/update/`, { cover_media_id, order });
      await show(1 - (n % 2));
      statuses.push(await chooseWhileDeleting(owner, cover_media_id, show));
    }
    expectNoDeadlock(statuses);
  },
  60_000,
);
