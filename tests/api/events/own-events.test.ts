import { expect, it } from 'vitest';
import { handleEventForm, handleOwnEventsForm } from '#lib/server/events/event-forms.ts';
import { listOwnEvents } from '#lib/server/events/own-events.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { postStaffForm } from '../../support/hiring/staff.ts';

const test = useTestApi();
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const own = ({ userId }: Learner) => listOwnEvents(test.db, { id: userId, timeZone: 'Asia/Kolkata' });
const register = ({ visitor }: Learner, id: string) =>
  visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist: true });
const titles = (events: { title: string }[]) => events.map(({ title }) => title);

it('[API-20] a person sees their own events: ahead by their begin, past ones with what is left to do', async () => {
  const [learner, other] = (await insertLearners(test, 2)) as [Learner, Learner];
  const insert = async (title: string, values: object) => {
    const { id } = await insertEvent(test.db, { title, ...values });
    await register(learner, id);
    return id;
  };
  await insert('Over', { startsAt: hours(2), recordingUrl: 'https://video.example.com/1' });
  await insert('Later', { startsAt: hours(90) });
  await insert('Soon', { startsAt: hours(60.1) });
  const left = await insert('Left', { startsAt: hours(70) });
  await learner.visitor.call(`POST /api/v1/live-events/${left}/cancel-registration/`, {});
  await register(other, await insert('Waiting', { startsAt: hours(80), capacity: 1, taken: 1 }));
  const off = await insert('Off', { startsAt: hours(75) });
  const moved = await insert('Without a date', { startsAt: hours(3) });
  for (const [id, status] of [
    [off, 'CANCELLED'],
    [moved, 'POSTPONED'],
  ] as const)
    await test.db.updateTable('liveEvent').set({ status }).where('id', '=', id).execute();
  await travel(test.db, 60 * 3600);
  const { upcoming, past } = await own(learner);
  expect(titles(upcoming)).toEqual(['Soon', 'Off', 'Waiting', 'Later', 'Without a date']);
  expect(upcoming[0]).toMatchObject({ joinUrl: 'https://meet.example.com/resume', isRegistered: true });
  expect(upcoming[3]).toMatchObject({ joinUrl: null });
  expect(past).toMatchObject([
    { title: 'Over', recording: { url: 'https://video.example.com/1' }, myRegistration: { feedback: null } },
  ]);
  expect(titles((await own(other)).upcoming)).toEqual(['Waiting']);
});

it('[API-20] the page of own events cancels one of them, and nobody else’s', async () => {
  const { id, slug } = await insertEvent(test.db);
  const [learner, other] = (await insertLearners(test, 2)) as [Learner, Learner];
  await register(learner, id);
  const post = ({ visitor }: Learner, action: string) =>
    handleOwnEventsForm(test.api, postStaffForm(test, visitor, '/account/events/', { event: slug, action }));
  expect((await post(other, 'CANCEL')).errors?.status).toBe(409);
  expect((await post(learner, 'ACCEPT_OFFER')).errors).toBeNull();
  expect((await own(learner)).upcoming).toHaveLength(1);
  for (let n = 0; n < 2; n += 1)
    expect(await post(learner, 'CANCEL')).toMatchObject({ redirectTo: '/account/events/?done=cancelled' });
  expect((await own(learner)).upcoming).toEqual([]);
});

it('[API-20] a form that is posted without a script or a session leads to signing up, and back to the event', async () => {
  const { slug } = await insertEvent(test.db);
  const visitor = test.visitor();
  const post = (fields: Record<string, string>) =>
    handleEventForm(test.api, postStaffForm(test, visitor, `/events/${slug}/`, fields), slug);
  expect(await post({ action: 'REGISTER' })).toEqual({
    ...{ redirectTo: `/events/${slug}/?auth=signup&finish=yes`, errors: null },
  });
  const learner = await insertLearner(test);
  await test.db.updateTable('appUser').set({ phoneVerifiedAt: null }).execute();
  const page = postStaffForm(test, learner.visitor, `/events/${slug}/`, { action: 'REGISTER' });
  expect((await handleEventForm(test.api, page, slug)).redirectTo).toBe(
    `/events/${slug}/?auth=verify&finish=yes`,
  );
});
