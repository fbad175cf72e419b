import { beforeEach, expect, test } from 'vitest';
import { createInterviewSlots, type InterviewSlotsStore } from '#lib/stores/hiring/interview-slots.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const path = '/api/v1/moonshot/job-applications/a1/reschedule-interview/';
const wireSlot = (id: string, day = '07') => ({
  id,
  starts_at: `2026-12-${day}T04:30:00.000Z`,
  ends_at: `2026-12-${day}T05:00:00.000Z`,
  seats_left: 1,
  mode: 'VIDEO',
});
const monday = { date: '2026-12-07', slots: [wireSlot('m1'), wireSlot('m2')] };
const tuesday = { date: '2026-12-08', slots: [wireSlot('t1', '08')] };
const wireSlots = (...days: object[]) =>
  json({ time_zone: 'Asia/Kolkata', current: null, reschedules_left: 2, deadline_at: null, days });

let browser: ReturnType<typeof stubBrowser>;
let store: InterviewSlotsStore;
const dates = () => store.$slots.get()?.days.map(({ date }) => date);

beforeEach(async () => {
  browser = stubBrowser();
  store = createInterviewSlots('a1');
  browser.on(`GET ${path}slots/`, () => wireSlots(monday, tuesday));
  await store.load();
});

test('[API-43] shows the first day, and resets the time when another day is chosen', () => {
  expect(store.$selectedDay.get()?.date).toBe('2026-12-07');
  store.selectSlot('m2');
  expect(store.$selectedSlot.get()?.id).toBe('m2');
  store.selectDay('2026-12-08');
  expect([store.$selectedDay.get()?.date, store.$selectedSlot.get()]).toEqual(['2026-12-08', null]);
});

test('[API-43] books the chosen time once, with the reason', async () => {
  browser.on(`POST ${path}`, () => json({ id: 'a1' }));
  expect(await store.book('')).toBe(false);
  store.selectSlot('m1');
  expect(await Promise.all([store.book('An exam'), store.book('An exam')])).toEqual([true, false]);
  expect(browser.sentTo(`POST ${path}`).map(({ body }) => body)).toEqual([
    { slot_id: 'm1', current_slot_id: null, reason: 'An exam' },
  ]);
});

test('[API-43] [C-42] after SLOT_TAKEN the latest times are shown, and none is chosen', async () => {
  browser.on(`POST ${path}`, () =>
    errorResponse(409, 'SLOT_TAKEN', 'Somebody else has just booked this time. Please choose another.', {
      days: [tuesday],
    }),
  );
  store.selectSlot('m1');
  expect(await store.book('')).toBe(false);
  expect(dates()).toEqual(['2026-12-08']);
  expect([store.$selectedDay.get()?.date, store.$selectedSlot.get(), store.$conflictCount.get()]).toEqual([
    '2026-12-08',
    null,
    1,
  ]);
  expect(store.$failure.get()?.message).toMatch(/Somebody else has just booked/);
  expect(browser.sentTo(`GET ${path}slots/`)).toHaveLength(1);
});

test('[API-43] [C-42] a time that another tab booked is shown, and the next attempt starts from it', async () => {
  browser.on(`POST ${path}`, () =>
    errorResponse(409, 'STALE_WRITE', 'Your interview was given a time meanwhile.', {
      current: {
        time_zone: 'Asia/Kolkata',
        current: wireSlot('m1'),
        reschedules_left: 2,
        deadline_at: '2026-12-07T00:30:00.000Z',
        days: [tuesday],
      },
    }),
  );
  store.selectSlot('m2');
  expect(await store.book('')).toBe(false);
  expect(store.$slots.get()).toMatchObject({ current: { id: 'm1' }, reschedulesLeft: 2 });
  expect([dates(), store.$selectedSlot.get(), store.$conflictCount.get()]).toEqual([['2026-12-08'], null, 1]);
  expect(store.$failure.get()?.message).toMatch(/given a time meanwhile/);
  browser.on(`POST ${path}`, () => json({ id: 'a1' }));
  store.selectSlot('t1');
  expect(await store.book('')).toBe(true);
  expect(browser.sentTo(`POST ${path}`).at(-1)?.body).toEqual({ slot_id: 't1', current_slot_id: 'm1' });
});

test('[API-43] a time that has passed shows an error, and the times are loaded again', async () => {
  browser.on(`POST ${path}`, () => errorResponse(409, 'SLOT_IN_PAST', 'This time has passed'));
  browser.on(`GET ${path}slots/`, () => wireSlots(tuesday));
  store.selectSlot('m1');
  await store.book('');
  expect([dates(), store.$failure.get()?.message]).toEqual([['2026-12-08'], 'This time has passed']);
});

test('[API-43] when times cannot be loaded, the old ones stay', async () => {
  browser.on(`GET ${path}slots/`, () => new Error('away'));
  await store.load();
  expect(store.$failure.get()).not.toBeNull();
  expect([dates(), store.$isLoading.get()]).toEqual([['2026-12-07', '2026-12-08'], false]);
});
