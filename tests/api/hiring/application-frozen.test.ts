import { beforeEach, describe, expect, it } from 'vitest';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import {
  applications,
  type Candidate,
  expectOk,
  readApplication,
  signUpCandidate,
  startApplication,
  submitApplication,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { openFile } from '../../support/media/open-file.ts';
import { upload } from '../../support/media/upload.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let candidate: Candidate;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  candidate = await signUpCandidate(test);
});

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
async function uploadPdf({ visitor }: Candidate, name: string): Promise<string> {
  const file = { bytes: pdf(name), name, type: 'application/pdf', isPublic: false };
  return (await expectOk(upload(visitor, file))).body.id;
}
const update = ({ visitor }: Candidate, id: string, body: object) =>
  expectOk(visitor.call(`PATCH ${applications}${id}/update/`, body));
const changeDetails = ({ visitor }: Candidate, body: object) =>
  expectOk(visitor.call('PATCH /api/v1/moonshot/update-candidate-details/', body));
const remove = ({ visitor }: Candidate, mediaId: string) =>
  visitor.call(`DELETE /api/v1/media/${mediaId}/delete/`);
const seenByStaff = async (id: string) =>
  (await expectOk(staff.call(`GET /api/v1/staff/job-applications/${id}/`))).body;
const isThere = async (mediaId: string) =>
  (await test.db.selectFrom('media').select('id').where('id', '=', mediaId).execute()).length === 1;

const download = async (visitor: Visitor, url: string) => (await openFile(test, url, visitor)).status;

describe('the résumé', () => {
  it('[API-42] is sent with the application, and a later upload does not replace it', async () => {
    const first = await uploadPdf(candidate, 'first.pdf');
    await changeDetails(candidate, { resume: { media_id: first } });
    const id = await submitApplication(candidate, slug);
    const next = await uploadPdf(candidate, 'next.pdf');
    await changeDetails(candidate, { resume: { media_id: next } });
    for (const _ of [1, 2]) {
      await cleanMedia(test);
      await travel(test.db, 25 * 3600);
    }
    const { resume } = await seenByStaff(id);
    expect(resume).toMatchObject({ media_id: first, name: 'first.pdf', url: `/media/${first}/first.pdf` });
    expect((await readApplication(candidate, id)).resume).toEqual(resume);
    expect(await download(staff, resume.url)).toBe(200);
    const { body } = await staff.call(`GET /api/v1/staff/candidates/${candidate.userId}/`);
    expect(body.resume).toMatchObject({ media_id: next, name: 'next.pdf' });
    expect(await download(staff, body.resume.url)).toBe(200);
  });

  it('[API-42] staff download the one that was sent; another candidate gets 404', async () => {
    const general = await uploadPdf(candidate, 'general.pdf');
    await changeDetails(candidate, { resume: { media_id: general } });
    const own = await uploadPdf(candidate, 'sales.pdf');
    const id = await startApplication(candidate, slug);
    await update(candidate, id, { resume: { media_id: own } });
    const url = `/media/${own}/sales.pdf`;
    expect((await seenByStaff(id)).resume).toBeNull();
    expect(await download(staff, url)).toBe(404);
    await expectOk(candidate.visitor.call(`POST ${applications}${id}/submit/`, {}));
    expect((await seenByStaff(id)).resume).toMatchObject({ media_id: own, name: 'sales.pdf', url });
    expect(await download(staff, url)).toBe(200);
    const other = await signUpCandidate(test);
    expect(await download(other.visitor, url)).toBe(404);
  });

  it('[API-42] the owner can delete the one in a draft, but not one that was sent', async () => {
    const file = await uploadPdf(candidate, 'cv.pdf');
    const draft = await startApplication(candidate, slug);
    await update(candidate, draft, { resume: { media_id: file } });
    expect((await remove(candidate, file)).status).toBe(200);
    expect((await readApplication(candidate, draft)).resume).toBeNull();

    const sent = await uploadPdf(candidate, 'sent.pdf');
    await update(candidate, draft, { resume: { media_id: sent } });
    await expectOk(candidate.visitor.call(`POST ${applications}${draft}/submit/`, {}));
    const { status, body } = await remove(candidate, sent);
    expect([status, body.error_code, body.error]).toEqual([
      409,
      'INVALID_STATE',
      'You sent this file to an employer, so you cannot delete it.',
    ]);
    expect((await readApplication(candidate, draft)).resume.media_id).toBe(sent);
  });

  it('[C-42] when it is deleted during the submission, it is either sent and stored, or deleted and not sent', async () => {
    const people: Candidate[] = [];
    while (people.length < 6) people.push(await signUpCandidate(test));
    await Promise.all(
      people.map(async (person, index) => {
        const file = await uploadPdf(person, 'cv.pdf');
        if (index % 2) await changeDetails(person, { resume: { media_id: file } });
        const id = await startApplication(person, slug);
        if (index % 2 === 0) await update(person, id, { resume: { media_id: file } });
        const [sent, deleted] = await Promise.all([
          person.visitor.fork().call(`POST ${applications}${id}/submit/`, {}),
          remove({ ...person, visitor: person.visitor.fork() }, file),
        ]);
        const statuses = JSON.stringify([sent.status, deleted.status]);
        const { resume } = await readApplication(person, id);
        expect([200, 400], statuses).toContain(sent.status);
        expect(deleted.status, statuses).toBe(resume ? 409 : 200);
        expect(await isThere(file)).toBe(resume !== null);
      }),
    );
  });
});

it('[API-42] staff cannot read an application before it is sent', async () => {
  const id = await startApplication(candidate, slug);
  await update(candidate, id, {
    answers: [{ key: 'motivation', value: 'A first thought' }],
    cover_note: 'A draft',
    resume_media_id: await uploadPdf(candidate, 'draft.pdf'),
  });
  expect(await seenByStaff(id)).toMatchObject({
    snapshot: null,
    answers: [],
    cover_note: null,
    resume: null,
    portfolio_slug: null,
  });
});

describe('a sent application does not change', () => {
  it('[API-42] when the questions of the job change', async () => {
    const id = await submitApplication(candidate, slug);
    const answers = [
      { key: 'motivation', label: 'Why do you want this job?', value: 'I like to see numbers agree.' },
    ];
    await setJob({ questions: JSON.stringify([]) });
    expect((await readApplication(candidate, id)).answers).toEqual(answers);
    expect((await seenByStaff(id)).answers).toEqual(answers);
  });

  it('[API-42] when the candidate’s details and the requirements change', async () => {
    const id = await submitApplication(candidate, 'voice-support-associate-cl13');
    const { eligibility } = await seenByStaff(id);
    expect(eligibility).toMatchObject({ met: expect.arrayContaining(['English']), missing: [] });
    await changeDetails(candidate, { languages: [{ code: 'en', level: 'A1' }] });
    await test.db
      .updateTable('job')
      .set({ eligibility: JSON.stringify([{ key: 'english', label: 'Renamed', rule: 'Another rule.' }]) })
      .where('slug', '=', 'voice-support-associate-cl13')
      .execute();
    expect((await seenByStaff(id)).eligibility).toEqual(eligibility);
  });

  const setJob = async (values: object) => {
    const { id } = await requireJobBySlug(test.db, slug);
    await test.db.updateTable('job').set(values).where('id', '=', id).execute();
  };
});
