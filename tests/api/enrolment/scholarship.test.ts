import { describe, expect, it } from 'vitest';
import { listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';
import { requireScholarship } from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';
import { endDueTests } from '#lib/server/enrolment/scholarship/submit-test.ts';
import { respondWithTestCalendar } from '#lib/server/enrolment/scholarship/test-calendar.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners } from '../../support/enrolment/learners.ts';
import {
  answerOf,
  answersWith,
  completeTest,
  nextSlot,
  openTest,
  registerForNow,
  registerTest,
  saveAnswers,
  submitTest,
} from '../../support/enrolment/test-takers.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const registrations = 'GET /api/v1/ep-scholarship-test/registrations';

describe('[API-21] registering for the scholarship test', () => {
  it('books a time, says what comes next by SMS, and is recorded as a conversion and a lead', async () => {
    const learner = await insertLearner(test);
    const slot = await nextSlot(test);
    const { status, body } = await registerTest(learner, { test_slot_id: slot });
    expect([status, body.is_existing, body.status, body.result]).toEqual([200, false, 'SLOT_BOOKED', null]);
    expect(body.registration_number).toMatch(/^ST-\d\d-00001$/);
    expect(body.test).toMatchObject({ slot_id: slot, duration_minutes: 60, time_zone: 'Asia/Kolkata' });
    expect(body.ics_url).toBe(`/scholarship-test/${body.id}/test.ics`);
    await deliverDue(test);
    expect((await test.sentTo(learner.phone))[0]?.text).toContain(body.registration_number);
    expect(await test.db.selectFrom('conversion').select(['kind', 'subjectId']).execute()).toEqual([
      { kind: 'SCHOLARSHIP', subjectId: body.id },
    ]);
    expect(await test.db.selectFrom('leadRequest').select(['kind']).execute()).toEqual([
      { kind: 'SCHOLARSHIP' },
    ]);
  });

  it('returns the first registration to a repeat, also to parallel ones, and takes one seat', async () => {
    const learner = await insertLearner(test);
    const more = { test_slot_id: await nextSlot(test) };
    const answers = await Promise.all([1, 2, 3].map(() => registerTest(learner, more)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
    expect((await test.db.selectFrom('scholarshipSlot').select('taken').executeTakeFirst())?.taken).toBe(1);
    expect(await test.db.selectFrom('conversion').select('kind').execute()).toHaveLength(1);
    const other = await registerTest(learner, { program_slug: 'pm-launchpad-core' });
    expect([other.body.is_existing, other.body.status]).toEqual([false, 'REGISTERED']);
  });

  it('rejects an unknown programme, an invented time, missing consent and an unverified number', async () => {
    const learner = await insertLearner(test);
    const codes = [];
    for (const more of [
      { program_slug: 'voice-support' },
      { test_slot_id: '2026-01-01-0300' },
      { consent: false },
      { years_of_experience: 99 },
      { score: 40 },
    ])
      codes.push((await registerTest(learner, more)).body.error_code);
    expect(codes).toEqual([
      'PROGRAM_NOT_FOUND',
      'SLOT_INVALID',
      ...['VALIDATION_FAILED', 'VALIDATION_FAILED', 'VALIDATION_FAILED'],
    ]);
    const { visitor } = await signUp(test, { phone: newPhone() });
    expect((await registerTest({ ...learner, visitor })).body.error_code).toBe('PHONE_NOT_VERIFIED');
    expect(await test.db.selectFrom('scholarshipRegistration').select('id').execute()).toEqual([]);
  });

  it('moves to another time twice, and never takes more people than a time has seats', async () => {
    const [learner, other] = await insertLearners(test, 2);
    if (!learner || !other) throw new Error('two learners');
    const { body: slots } = await test.visitor().call('GET /api/v1/ep-scholarship-test/slots/');
    const ids: string[] = slots.results.map(({ id }: { id: string }) => id);
    await test.db
      .insertInto('scholarshipSlot')
      .values({ slotId: ids[1] ?? '', taken: 299 })
      .execute();
    const full = { test_slot_id: ids[1] };
    const both = await Promise.all([registerTest(learner, full), registerTest(other, full)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = both[0]?.status === 200 ? learner : other;
    const id = both.find(({ status }) => status === 200)?.body.id;
    const book = (slot?: string) =>
      winner.visitor.call(`POST /api/v1/ep-scholarship-test/registrations/${id}/book-slot/`, {
        test_slot_id: slot,
      });
    expect((await book(ids[2])).body.slot_changes_left).toBe(1);
    expect((await book(ids[2])).body.slot_changes_left).toBe(1);
    expect((await book(ids[3])).body.slot_changes_left).toBe(0);
    expect((await book(ids[4])).body.error_code).toBe('INVALID_STATE');
    const taken = await test.db.selectFrom('scholarshipSlot').selectAll().orderBy('slotId').execute();
    expect(taken.map((one) => one.taken)).toEqual([299, 0, 1]);
  });

  it('lets a person who missed the time choose another, also without changes left', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    await test.db.updateTable('scholarshipRegistration').set({ slotChanges: 2 }).execute();
    const book = async () =>
      learner.visitor.call(`POST /api/v1/ep-scholarship-test/registrations/${id}/book-slot/`, {
        test_slot_id: (await listSlots())[1],
      });
    const listSlots = async (): Promise<string[]> => {
      const { body } = await test.visitor().call('GET /api/v1/ep-scholarship-test/slots/');
      return body.results.map((slot: { id: string }) => slot.id);
    };
    expect((await book()).body.error_code).toBe('INVALID_STATE');
    await travel(test.db, 30 * 60);
    const missed = (await learner.visitor.call(`${registrations}/${id}/`)).body;
    expect(missed.next_step).toContain('Choose another time.');
    expect(missed.ics_url).toBeNull();
    const aggregate = await requireScholarship(test.db, id);
    expect(respondWithTestCalendar(aggregate, test.config).status).toBe(404);
    const { status, body } = await book();
    expect([status, body.status, body.slot_changes_left]).toEqual([200, 'SLOT_BOOKED', 0]);
    expect(body.next_step).toContain('Your test: ');
    expect(body.ics_url).toBe(`/scholarship-test/${id}/test.ics`);
  });
});

describe('[API-21] taking the scholarship test', () => {
  it('opens at its time only, and for its person only', async () => {
    const [learner, stranger] = await insertLearners(test, 2);
    if (!learner || !stranger) throw new Error('two learners');
    const { body } = await registerTest(learner, { test_slot_id: await nextSlot(test) });
    expect((await openTest(learner, body.id)).body.error_code).toBe('TEST_NOT_OPEN');
    const id = await registerForNow(test, stranger, { program_slug: 'embark-pro' });
    expect((await openTest(learner, id)).status).toBe(404);
    expect((await openTest(stranger, id)).status).toBe(200);
    expect((await learner.visitor.call(`${registrations}/${id}/`)).status).toBe(404);
    await travel(test.db, 40 * 60);
    const late = await registerForNow(test, learner, { program_slug: 'pm-launchpad-core' });
    await travel(test.db, 30 * 60);
    expect((await openTest(learner, late)).body.error_code).toBe('TEST_NOT_OPEN');
  });

  it('sends 40 questions without a key, and keeps answers over a reload', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    const first = await openTest(learner, id);
    expect(first.body.questions).toHaveLength(40);
    expect(first.body.seconds_left).toBe(3600);
    const keys = [
      'right',
      'explanation',
      'answer',
      'tolerance',
      'difficulty',
      'question_id',
      'order',
      'seed',
    ];
    for (const question of first.body.questions)
      for (const key of keys) expect(Object.keys(question)).not.toContain(key);
    const text = JSON.stringify(first.body);
    for (const { explanation } of listQuestions())
      expect(text).not.toContain(JSON.stringify(explanation).slice(1, -1));
    const key = first.body.session_key;
    const saved = await saveAnswers(learner, id, key, [answerOf(3, { choices: [1], is_flagged: true })]);
    expect(saved.body.seconds_left).toBeGreaterThan(3590);
    const again = await openTest(learner, id, { session_key: key });
    expect(again.body.questions).toEqual(first.body.questions);
    expect(again.body.answers).toEqual([answerOf(3, { choices: [1], is_flagged: true })]);
  });

  it('is open in one tab: a second one takes over when it says so, and the first can write no more', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    const both = await Promise.all([openTest(learner, id), openTest(learner, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = both.find(({ status }) => status === 200)?.body.session_key;
    expect((await openTest(learner, id)).body.error_code).toBe('TEST_OPEN_ELSEWHERE');
    expect((await openTest(learner, id, { session_key: 'guessed' })).body.error_code).toBe(
      'TEST_OPEN_ELSEWHERE',
    );
    const second = (await openTest(learner, id, { move_here: true })).body.session_key;
    const rejected = await saveAnswers(learner, id, first, [answerOf(0)]);
    expect([rejected.status, rejected.body.error_code]).toEqual([409, 'TEST_OPEN_ELSEWHERE']);
    expect((await submitTest(learner, id, first)).body.error_code).toBe('TEST_OPEN_ELSEWHERE');
    expect((await saveAnswers(learner, id, second, [answerOf(0)])).status).toBe(200);
  });

  it('ignores a replayed and an older answer, and keeps the newest of parallel ones', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    const { body } = await openTest(learner, id);
    const save = (choice: number, revision: number) =>
      saveAnswers(learner, id, body.session_key, [answerOf(0, { choices: [choice], revision })]);
    await Promise.all([save(1, 2), save(2, 4), save(3, 3)]);
    await save(1, 2);
    await save(0, 4);
    await saveAnswers(learner, id, body.session_key, [
      answerOf(1, { revision: 2, choices: [2] }),
      answerOf(1, { revision: 1, choices: [1] }),
      answerOf(77),
    ]);
    const rows = await test.db
      .selectFrom('scholarshipAnswer')
      .select(['position', 'choices', 'revision'])
      .orderBy('position')
      .execute();
    expect(rows).toEqual([
      { position: 0, choices: [2], revision: 4 },
      { position: 1, choices: [2], revision: 2 },
    ]);
  });

  it('ends by the server’s clock: later answers change nothing, and what was saved is marked', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    const { body } = await openTest(learner, id);
    const answers = await answersWith(test, id, 40);
    await saveAnswers(learner, id, body.session_key, answers.slice(0, 30));
    await travel(test.db, 3600);
    const late = await saveAnswers(learner, id, body.session_key, answers.slice(30));
    expect([late.status, late.body.error_code]).toEqual([409, 'TEST_ENDED']);
    expect((await openTest(learner, id, { move_here: true })).body.error_code).toBe('TEST_ENDED');
    const own = (await learner.visitor.call(`${registrations}/${id}/`)).body;
    expect([own.status, own.result.score, own.result.share_percent]).toEqual(['AWARDED', 30, 20]);
    expect((await saveAnswers(learner, id, body.session_key, answers)).body.error_code).toBe('TEST_ENDED');
    expect((await submitTest(learner, id, body.session_key)).body.result.score).toBe(30);
  });

  it('ends by itself without anybody looking, once', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    await openTest(learner, id);
    await travel(test.db, 3601);
    const tasks = { ...test, log: createLog('silent') };
    await Promise.all([endDueTests(tasks), endDueTests(tasks)]);
    const events = await test.db.selectFrom('scholarshipEvent').select('action').orderBy('at').execute();
    expect(events.map(({ action }) => action)).toEqual([
      ...['REGISTER', 'BOOK_SLOT', 'START_TEST', 'SUBMIT', 'EVALUATE', 'DECIDE'],
    ]);
  });

  it('ends although the test before it fails, and the failure is logged', async () => {
    const [first, second] = await insertLearners(test, 2);
    if (!first || !second) throw new Error('two learners');
    const ids = [await registerForNow(test, first), await registerForNow(test, second)];
    await openTest(first, ids[0] ?? '');
    await travel(test.db, 60);
    // The second one is opened later, so its test ends later and is listed behind the first one.
    await openTest(second, ids[1] ?? '');
    await travel(test.db, 3601);
    await test.db
      .updateTable('scholarshipRegistration')
      .set({ status: 'EVALUATED' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const failed: unknown[] = [];
    const log = { ...createLog('silent'), error: (fields: unknown) => failed.push(fields) } as unknown as Log;
    await endDueTests({ ...test, log });
    expect(failed).toMatchObject([{ event: 'scholarship.end-error', id: ids[0] }]);
    const rows = await test.db.selectFrom('scholarshipRegistration').select(['id', 'status']).execute();
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [ids[0], 'EVALUATED'],
        [ids[1], 'NOT_AWARDED'],
      ]),
    );
  });

  it('is marked at once when it is submitted: no answer arrives afterwards, and a repeat changes nothing', async () => {
    const learner = await insertLearner(test);
    const id = await registerForNow(test, learner);
    const { body } = await openTest(learner, id);
    const answers = await answersWith(test, id, 40);
    const [, submitted] = await Promise.all([
      saveAnswers(learner, id, body.session_key, answers),
      submitTest(learner, id, body.session_key),
    ]);
    const rows = await test.db.selectFrom('scholarshipAnswer').select('isRight').execute();
    // The save came before the submission or was rejected; nothing is stored that was not marked.
    expect([0, 40]).toContain(rows.length);
    expect(submitted.body.result.score).toBe(rows.length);
    expect(rows.every(({ isRight }) => isRight === true)).toBe(true);
    expect((await submitTest(learner, id, body.session_key)).body.result).toEqual(submitted.body.result);
  });

  it('says the result with its award, by SMS too', async () => {
    const [good, weak] = await insertLearners(test, 2);
    if (!good || !weak) throw new Error('two learners');
    const { body } = await completeTest(test, good, 36);
    expect(body).toMatchObject({
      status: 'AWARDED',
      result: { score: 36, question_count: 40, share_percent: 50, enrolment_id: null },
    });
    expect(Date.parse(body.result.expires_at) - Date.now()).toBeGreaterThan(89 * 86_400_000);
    const none = await completeTest(test, weak, 23);
    expect(none.body).toMatchObject({
      status: 'NOT_AWARDED',
      result: { share_percent: 0, award_pdf_url: null },
    });
    await deliverDue(test);
    const texts = (await test.sentTo(good.phone)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('50% less'));
  });
});
