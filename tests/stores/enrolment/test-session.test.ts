import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $user, type User } from '#lib/stores/account/user.ts';
import { announcementAt, formatClock } from '#lib/stores/enrolment/test-clock.ts';
import { TestSession } from '#lib/stores/enrolment/test-session.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const base = 'POST /api/v1/ep-scholarship-test/registrations/r1';
const question = { kind: 'SINGLE', html: '<p>?</p>', options: ['a', 'b'], unit: null };
const paper = (more: object = {}) =>
  json({
    ...{ session_key: 'k1', program_name: 'Embark Pro', answers: [], seconds_left: 3600 },
    questions: [0, 1].map((position) => ({ position, ...question })),
    ...more,
  });
const saves = () => browser.sentTo(`${base}/save-answers/`).map(({ body }) => body);

let browser: ReturnType<typeof stubBrowser>;
let session: TestSession;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-05T05:30:00Z') });
  browser = stubBrowser();
  browser.on(`${base}/open-test/`, () => paper());
  browser.on(`${base}/save-answers/`, () => json({ seconds_left: 3500 }));
  session = new TestSession('r1');
  await session.open();
});

afterEach(() => {
  session.clock.stop();
  vi.useRealTimers();
});

test('[API-21] an answer counts as saved only after the server has it, and a lost network keeps it', async () => {
  browser.on(`${base}/save-answers/`, () => new TypeError('Failed to fetch'));
  session.change(0, { choices: [1] });
  await vi.advanceTimersByTimeAsync(300);
  expect([session.$unsavedCount.get(), session.autosave.$state.get().kind]).toEqual([1, 'failed']);
  browser.on(`${base}/save-answers/`, () => json({ seconds_left: 3500 }));
  await vi.advanceTimersByTimeAsync(3500);
  expect([session.$unsavedCount.get(), session.autosave.$state.get().kind]).toEqual([0, 'saved']);
  expect(saves().at(-1)).toEqual({
    session_key: 'k1',
    answers: [{ position: 0, choices: [1], text: '', is_flagged: false, revision: 1 }],
  });
});

test('[API-21] a reload brings unsaved answers back, and keeps the newer of two', async () => {
  browser.on(`${base}/save-answers/`, () => new TypeError('Failed to fetch'));
  session.change(0, { choices: [1] });
  session.change(1, { choices: [0] });
  session.change(1, { choices: [1] });
  await vi.advanceTimersByTimeAsync(300);
  const stored = { position: 1, choices: [0], text: '', is_flagged: true, revision: 5 };
  browser.on(`${base}/open-test/`, () => paper({ session_key: 'k2', answers: [stored] }));
  browser.on(`${base}/save-answers/`, () => json({ seconds_left: 3400 }));
  session.clock.stop();
  session = new TestSession('r1');
  await session.open();
  await vi.advanceTimersByTimeAsync(300);
  expect(browser.sentTo(`${base}/open-test/`).at(-1)?.body.session_key).toBe('k1');
  expect(session.$answers.get()[1]).toMatchObject({ choices: [0], revision: 5 });
  expect(saves().at(-1)).toMatchObject({ session_key: 'k2', answers: [{ position: 0, choices: [1] }] });
  expect(session.$unsavedCount.get()).toBe(0);
});

test('[API-21] a changed device clock gains no time, and the server’s answer corrects the rest', async () => {
  vi.setSystemTime(Date.parse('2026-12-05T04:00:00Z'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.clock.$secondsLeft.get()).toBe(3540);
  session.change(0, { choices: [1] });
  await vi.advanceTimersByTimeAsync(300);
  expect(session.clock.$secondsLeft.get()).toBe(3500);
});

test('[API-21] the test ends by itself at the time, and says what was not saved', async () => {
  browser.on(`${base}/save-answers/`, () => new TypeError('Failed to fetch'));
  session.change(0, { choices: [1] });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([session.$phase.get(), session.$unsavedCount.get()]).toEqual(['ended', 1]);
});

test('[API-21] a tab that lost the test says so, and takes it back when asked', async () => {
  browser.on(`${base}/save-answers/`, () => errorResponse(409, 'TEST_OPEN_ELSEWHERE', 'Elsewhere'));
  session.change(0, { choices: [1] });
  await vi.advanceTimersByTimeAsync(300);
  expect([session.$phase.get(), session.$unsavedCount.get()]).toEqual(['elsewhere', 1]);
  browser.on(`${base}/open-test/`, () => paper({ session_key: 'k3' }));
  browser.on(`${base}/save-answers/`, () => json({ seconds_left: 3500 }));
  await session.open(true);
  await vi.advanceTimersByTimeAsync(300);
  expect(browser.sentTo(`${base}/open-test/`).at(-1)?.body.move_here).toBe(true);
  expect([session.$phase.get(), session.$unsavedCount.get()]).toEqual(['open', 0]);
});

test('[API-21] is not submitted while an answer is not saved', async () => {
  browser.on(`${base}/save-answers/`, () => new TypeError('Failed to fetch'));
  browser.on(`${base}/submit-test/`, () => json({}));
  session.change(0, { choices: [1] });
  await session.submit();
  expect(session.$phase.get()).toBe('open');
  expect(session.$failure.get()?.message).toContain('Check your connection');
  expect(browser.sentTo(`${base}/submit-test/`)).toEqual([]);
});

test('[API-21] the time that is left is announced at ten, five and one minute', () => {
  const announced = Array.from({ length: 3600 }, (_, seconds) => announcementAt(3600 - seconds)).filter(
    Boolean,
  );
  expect([...new Set(announced)]).toEqual(['10 minutes left', '5 minutes left', '1 minute left']);
  expect([formatClock(3547), formatClock(5)]).toEqual(['59:07', '0:05']);
});

test('[API-21] after a login on the page, answers are saved and a submission that was pressed finishes by itself', async () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const stop = session.start();
  try {
    browser.on(`${base}/save-answers/`, () =>
      errorResponse(401, 'SESSION_EXPIRED', 'Your session has ended.'),
    );
    session.change(0, { choices: [1] });
    await vi.advanceTimersByTimeAsync(300);
    expect([session.$unsavedCount.get(), session.autosave.$state.get().kind]).toEqual([1, 'signed-out']);
    await session.submit();
    expect([session.$phase.get(), session.$failure.get()?.needsLogin]).toEqual(['open', true]);
    browser.on(`${base}/save-answers/`, () => json({ seconds_left: 3400 }));
    browser.on(`${base}/submit-test/`, () => json({}));
    $user.set({ isPhoneVerified: true } as User);
    await vi.advanceTimersByTimeAsync(300);
    expect(saves().at(-1)).toMatchObject({ answers: [{ position: 0, choices: [1] }] });
    expect([session.$phase.get(), session.$unsavedCount.get()]).toEqual(['submitted', 0]);
    expect(browser.sentTo(`${base}/submit-test/`)).toHaveLength(1);
  } finally {
    stop();
    $user.set(null);
  }
});
