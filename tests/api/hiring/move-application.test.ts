import { beforeEach, describe, expect, it } from 'vitest';
import type { TransitionNotes } from '#lib/server/core/actor.ts';
import { type ApplicationMove, moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { useTestApi } from '../../support/api.ts';
import {
  applications,
  candidateActor,
  createStaffActor,
  readApplication,
  runUnitOfWork,
  signUpCandidate,
  submitApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { acceptFirstOffer, insertOffer } from '../../support/hiring/offers.ts';

const test = useTestApi();
/** A job with a review, two interviews and an offer. */
const slug = 'inside-sales-associate-cl13';
const staff = createStaffActor();

beforeEach(() => restoreJobs(test.db));

const move = (id: string, action: ApplicationMove, notes: TransitionNotes = {}) =>
  runUnitOfWork(test, (work) => moveApplication(work, staff, id, action, notes));
const rowOf = (id: string) =>
  test.db.selectFrom('jobApplication').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const shortStages = JSON.stringify([
  { key: 'form', title: 'Form', kind: 'FORM' },
  { key: 'review', title: 'Review', kind: 'REVIEW' },
  { key: 'offer', title: 'Offer', kind: 'OFFER' },
]);
const shorten = () =>
  test.db.updateTable('job').set({ stages: shortStages }).where('slug', '=', slug).execute();

describe('staff move an application', () => {
  it('[API-42] to HIRED; each step writes history and audit, and sends an email and an SMS', async () => {
    await shorten();
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    await waitForDelivery(test);
    const before = (await test.sentTo(person.e164)).length;
    for (const step of [
      () => move(id, 'START_REVIEW'),
      () => move(id, 'SHORTLIST'),
      () => insertOffer(test, id),
      () => acceptFirstOffer(test, person.userId, id),
      () => move(id, 'HIRE'),
    ]) {
      await step();
      await waitForDelivery(test);
    }
    const application = await readApplication(person, id);
    expect(application).toMatchObject({
      status: 'HIRED',
      stage_key: 'offer',
      outcome: { decision: 'HIRED', message: 'You have got this job.' },
      decided_at: expect.any(String),
    });
    expect(application.history.map(({ to }: { to: string }) => to)).toEqual([
      'STARTED',
      'SUBMITTED',
      'IN_REVIEW',
      'SHORTLISTED',
      'OFFERED',
      'OFFER_ACCEPTED',
      'HIRED',
    ]);
    const audited = await test.db.selectFrom('auditEvent').selectAll().orderBy('at').execute();
    expect(audited.map(({ action }) => action)).toEqual([
      'application.START_REVIEW',
      'application.SHORTLIST',
      'application.MAKE_OFFER',
      'application.HIRE',
    ]);
    expect(audited[0]).toMatchObject({
      actorId: staff.id,
      subjectType: 'application',
      subjectId: id,
      details: { from: 'SUBMITTED', to: 'IN_REVIEW', reasonCode: null },
    });
    expect((await test.sentTo(person.e164)).length - before).toBe(5);
    expect((await test.sentTo(person.email)).map(({ subject }) => subject)).toContain('You got the job');
  });

  it('[API-42] to NOT_SELECTED with a reason; the candidate sees the public note only', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    await expect(move(id, 'REJECT')).rejects.toThrow('Choose a reason first.');
    expect((await rowOf(id)).status).toBe('SUBMITTED');
    await move(id, 'REJECT', {
      reasonCode: 'LANGUAGE',
      publicNote: 'Please apply again in spring.',
      privateNote: 'Weak on the phone.',
    });
    const { body } = await person.visitor.call(`GET ${applications}${id}/`);
    expect(body.outcome).toEqual({ decision: 'NOT_SELECTED', message: 'Please apply again in spring.' });
    expect(JSON.stringify(body)).not.toMatch(/Weak on the phone|LANGUAGE/);
    await waitForDelivery(test);
    const mails = await test.sentTo(person.email);
    const mail = mails.find(({ subject }) => subject === 'About your application');
    expect(mail?.text).toContain('Please apply again in spring.');
    expect(mail?.text).not.toContain('Weak');
    expect((await rowOf(id)).repliedAt).not.toBeNull();
  });

  it('[API-42] only in the order of the job’s stages, and get an error otherwise', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    await expect(insertOffer(test, id)).rejects.toMatchObject({
      errorCode: 'INVALID_STATE',
      message: expect.stringMatching(/^The next stage of this job is “.*”\.$/),
    });
    await expect(move(id, 'MOVE_TO_TRAINING')).rejects.toThrow('Shortlist this application first.');
    await expect(move(id, 'SUBMIT')).rejects.toMatchObject({ errorCode: 'ALREADY_SUBMITTED' });
    await expect(move('01890000-0000-7000-8000-000000000000', 'REJECT')).rejects.toMatchObject({
      errorCode: 'NOT_FOUND',
    });
  });

  it('[API-42] to hold at its current stage, and resume it from there', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    await move(id, 'START_REVIEW');
    await move(id, 'HOLD', { reasonCode: 'EMPLOYER_WAITS' });
    expect(await rowOf(id)).toMatchObject({ status: 'ON_HOLD', holdFromStatus: 'IN_REVIEW' });
    await expect(move(id, 'SHORTLIST')).rejects.toThrow('is “On hold”');
    await move(id, 'RESUME');
    expect(await rowOf(id)).toMatchObject({ status: 'IN_REVIEW', holdFromStatus: null });
  });

  it('[C-42] ten parallel decisions move the application once and send one email', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 ? move(id, 'START_REVIEW') : move(id, 'REJECT', { reasonCode: 'OTHER' }),
      ),
    );
    const events = await test.db
      .selectFrom('applicationEvent')
      .selectAll()
      .where('applicationId', '=', id)
      .where('actorType', '=', 'STAFF')
      .execute();
    // A review may happen before the rejection, but never after it.
    const rejected = events.filter(({ toStatus }) => toStatus === 'NOT_SELECTED');
    expect(rejected).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(events.length);
    const queued = await test.db
      .selectFrom('outbox')
      .select('id')
      .where('subject', '=', 'About your application')
      .execute();
    expect(queued).toHaveLength(1);
  });

  it('[API-42] a move leaves no trace when its transaction fails', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    await expect(
      runUnitOfWork(test, async (work) => {
        await moveApplication(work, staff, id, 'START_REVIEW');
        throw new Error('something else of the same transaction failed');
      }),
    ).rejects.toThrow('failed');
    expect((await rowOf(id)).status).toBe('SUBMITTED');
    expect(await test.db.selectFrom('auditEvent').select('id').execute()).toEqual([]);
    expect((await readApplication(person, id)).history).toHaveLength(2);
  });
});

it('[C-39] a candidate can move only their own application', async () => {
  const [mine, theirs] = [await signUpCandidate(test), await signUpCandidate(test)];
  const id = await submitApplication(mine, slug);
  await expect(
    runUnitOfWork(test, (work) => moveApplication(work, candidateActor(theirs.userId), id, 'WITHDRAW')),
  ).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
});
