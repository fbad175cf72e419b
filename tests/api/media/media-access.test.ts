import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import { expectOk, signUpCandidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireUserId, signUpStaff } from '../../support/hiring/staff.ts';
import { openFile } from '../../support/media/open-file.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import { signUpPortfolioOwner } from '../../support/portfolio/portfolios.ts';

const test = useTestApi();
const moonshot = '/api/v1/moonshot/';
let staff: Person & { id: string };
let stranger: Person;

beforeEach(async () => {
  await restoreJobs(test.db);
  staff = await signUpStaff(test);
  stranger = await signUpVerified(test);
});

const uploadPdf = async ({ visitor }: Person, name: string, isPublic = false) => {
  const bytes = Buffer.from(`%PDF-1.7\n${name}\n%%EOF`);
  return (await expectOk(upload(visitor, { bytes, name, type: 'application/pdf', isPublic }))).body;
};
const uploadPicture = async ({ visitor }: Person, isPublic: boolean) =>
  (await expectOk(upload(visitor, { bytes: await createPlainPicture(9, 9).png().toBuffer(), isPublic })))
    .body;

/** Returns the status that each reader gets for a file. */
async function readersOf({ url }: { url: string }, owner: Person) {
  const read = async (person?: Person) => (await openFile(test, url, person?.visitor)).status;
  return {
    owner: await read(owner),
    staff: await read(staff),
    stranger: await read(stranger),
    visitor: await read(),
  };
}

const ownerOnly = { owner: 200, staff: 404, stranger: 404, visitor: 404 };
const submitted = { ...ownerOnly, staff: 200 };
const everybody = { owner: 200, staff: 200, stranger: 200, visitor: 200 };

describe('the résumé of a candidate’s details', () => {
  const save = ({ visitor }: Person, resume: object | null) =>
    expectOk(visitor.call(`PATCH ${moonshot}update-candidate-details/`, { resume }));
  const submit = ({ visitor }: Person) =>
    expectOk(visitor.call(`POST ${moonshot}registration-details/submit/`, {}));
  const seenByStaff = async ({ e164 }: Person) => {
    const id = await requireUserId(test.db, e164);
    const { body } = await expectOk(staff.visitor.call(`GET /api/v1/staff/candidates/${id}/`));
    return [body.resume?.media_id ?? null, body.values.resume?.media_id ?? null];
  };
  const askCorrection = async ({ e164 }: Person) => {
    const id = await requireUserId(test.db, e164);
    const body = { action: 'ASK_CORRECTION', public_note: 'The year is in the future.' };
    await expectOk(staff.visitor.call(`POST /api/v1/staff/candidates/${id}/move/`, body));
  };

  it('[C-32] [C-39] is its owner’s alone while the details are saved but not submitted', async () => {
    await expectOk(stranger.visitor.call(`POST ${moonshot}register/`, { consent: true }));
    const owner = stranger;
    stranger = await signUpVerified(test);
    const file = await uploadPdf(owner, 'draft.pdf');
    await save(owner, { media_id: file.id });
    expect(await readersOf(file, owner)).toEqual(ownerOnly);
    expect(await seenByStaff(owner)).toEqual([null, null]);
  });

  it('[C-32] [C-39] is read by staff once submitted; a replacement only after it is submitted too', async () => {
    const owner = await signUpCandidate(test);
    const first = await uploadPdf(owner, 'first.pdf');
    await save(owner, { media_id: first.id });
    expect(await readersOf(first, owner)).toEqual(submitted);

    await askCorrection(owner);
    const next = await uploadPdf(owner, 'next.pdf');
    await save(owner, { media_id: next.id });
    expect([await readersOf(first, owner), await readersOf(next, owner)]).toEqual([submitted, ownerOnly]);
    expect(await seenByStaff(owner)).toEqual([first.id, first.id]);

    await submit(owner);
    expect([await readersOf(first, owner), await readersOf(next, owner)]).toEqual([ownerOnly, submitted]);
    expect(await seenByStaff(owner)).toEqual([next.id, next.id]);
    await save(owner, null);
    expect(await readersOf(next, owner)).toEqual(ownerOnly);
  });

  it('[C-39] is no longer read by somebody who is staff no more, or whose number is not verified', async () => {
    const owner = await signUpCandidate(test);
    const file = await uploadPdf(owner, 'cv.pdf');
    await save(owner, { media_id: file.id });
    const verify = (phoneVerifiedAt: Date | null) =>
      test.db.updateTable('appUser').set({ phoneVerifiedAt }).where('id', '=', staff.id).execute();
    await verify(null);
    expect(await readersOf(file, owner)).toEqual(ownerOnly);
    await verify(new Date());
    expect(await readersOf(file, owner)).toEqual(submitted);
    await test.db.deleteFrom('userRole').where('userId', '=', staff.id).execute();
    expect(await readersOf(file, owner)).toEqual(ownerOnly);
  });

  it('[C-42] can be deleted while the details are submitted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await signUpCandidate(test);
      const file = await uploadPdf(owner, 'cv.pdf');
      await save(owner, { media_id: file.id });
      await askCorrection(owner);
      const answers = await Promise.all([
        owner.visitor.fork().call(`POST ${moonshot}registration-details/submit/`, {}),
        owner.visitor.fork().call(`DELETE /api/v1/media/${file.id}/delete/`, {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await seenByStaff(owner)).toEqual([null, null]);
    }
  });
});

it('[C-32] a private file that a portfolio shows or links to stays its owner’s alone', async () => {
  const owner = await signUpPortfolioOwner(test);
  const [paper, picture] = [await uploadPdf(owner, 'plan.pdf'), await uploadPicture(owner, false)];
  const document_url = `https://liftoff.example${paper.url}`;
  await expectOk(owner.post('projects/create/', { title: 'A launch plan', document_url }));
  expect([await readersOf(paper, owner), await readersOf(picture, owner)]).toEqual([ownerOnly, ownerOnly]);
});

it('[C-32] a public picture is readable by its address, also after another one became the avatar', async () => {
  const owner = await signUpVerified(test);
  const [first, next] = [await uploadPicture(owner, true), await uploadPicture(owner, true)];
  for (const { id } of [first, next])
    await expectOk(owner.visitor.call('PATCH /api/v1/user/update/', { avatar_media_id: id }));
  expect([await readersOf(first, owner), await readersOf(next, owner)]).toEqual([everybody, everybody]);
});

it('[C-32] a media store without space is a 503, and no row or file is left of the upload', async () => {
  const { visitor } = stranger;
  const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  vi.spyOn(test.mediaStore, 'put').mockRejectedValueOnce(noSpace);
  const file = { bytes: Buffer.from('%PDF-1.7\n%%EOF'), name: 'cv.pdf', type: 'application/pdf' };
  const { status, body, headers } = await upload(visitor, file);
  expect([status, body.error_code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5']);
  expect(await test.db.selectFrom('media').select('id').execute()).toEqual([]);
  expect((await upload(visitor, file)).status).toBe(200);
});
