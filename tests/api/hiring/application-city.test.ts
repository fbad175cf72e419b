import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import {
  applications,
  type Candidate,
  expectOk,
  jobs,
  readApplication,
  requirePlaceId,
  signUpCandidate,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
/** In Indore, Jaipur and Noida. */
const slug = 'inside-sales-associate-cl13';

beforeEach(() => restoreJobs(test.db));

const place = (city: string) => requirePlaceId(test.db, city);
const apply = async ({ visitor }: Candidate) => {
  const { body } = await expectOk(visitor.call(`POST ${jobs}${slug}/apply/`, {}));
  await expectOk(update({ visitor }, body.id, { answers: [{ key: 'motivation', value: 'I like people.' }] }));
  return body;
};
const update = ({ visitor }: Pick<Candidate, 'visitor'>, id: string, body: object) =>
  visitor.call(`PATCH ${applications}${id}/update/`, body);
const submit = ({ visitor }: Candidate, id: string, body: object = {}) =>
  visitor.call(`POST ${applications}${id}/submit/`, body);
const removeCity = async (city: string) =>
  test.db
    .deleteFrom('jobJobLocation')
    .where('jobLocationId', '=', await place(city))
    .execute();

describe('[API-42] the city of an application', () => {
  it('is required for a job in several cities, and stays the one that was sent', async () => {
    const person = await signUpCandidate(test);
    const { id, location } = await apply(person);
    expect(location).toBeNull();
    const rejected = await submit(person, id);
    expect([rejected.status, rejected.body.error_code, rejected.body.field_errors]).toEqual([
      409,
      'INCOMPLETE_APPLICATION',
      { location_id: 'Please choose a city' },
    ]);
    const chosen = await expectOk(update(person, id, { location_id: await place('Jaipur') }));
    expect(chosen.body.location.city).toBe('Jaipur');
    const sent = await expectOk(submit(person, id, { location_id: await place('Noida') }));
    expect(sent.body).toMatchObject({
      location: { city: 'Noida' },
      candidate_snapshot: { job_location: 'Noida, Uttar Pradesh' },
    });
    const late = await update(person, id, { location_id: await place('Jaipur') });
    expect([late.status, late.body.error_code]).toEqual([409, 'INVALID_STATE']);
    await removeCity('Noida');
    expect((await readApplication(person, id)).location.city).toBe('Noida');
  });

  it('is proposed from the preferred cities, and asked for again when the job loses it', async () => {
    const preferred = [await place('Pune'), await place('Noida'), await place('Indore')];
    const person = await signUpCandidate(test, { preferred_location_ids: preferred });
    const { id, location } = await apply(person);
    expect(location.city).toBe('Noida');
    await expectOk(update(person, id, { location_id: await place('Noida') }));
    await removeCity('Noida');
    const draft = await readApplication(person, id);
    expect([draft.location, draft.removed_location.city]).toEqual([null, 'Noida']);
    expect((await submit(person, id)).body.field_errors).toHaveProperty('location_id');
    const gone = await submit(person, id, { location_id: await place('Noida') });
    expect([gone.status, gone.body.field_errors]).toEqual([
      400,
      { location_id: 'This job is no longer offered in that city. Choose another city.' },
    ]);
    const sent = await expectOk(submit(person, id, { location_id: await place('Indore') }));
    expect(sent.body).toMatchObject({ location: { city: 'Indore' }, removed_location: null });
  });

  it('is shown to staff once it is sent, and a city is filled when as many have joined', async () => {
    const { visitor: staff } = await signUpStaff(test);
    const person = await signUpCandidate(test);
    const { id } = await apply(person);
    const cityOf = async () => (await staff.call(`GET /api/v1/staff/job-applications/${id}/`)).body;
    await expectOk(update(person, id, { location_id: await place('Jaipur') }));
    expect((await cityOf()).city).toBeNull();
    await expectOk(submit(person, id));
    expect(await cityOf()).toMatchObject({ city: 'Jaipur', work_place: { location: 'Jaipur' } });
    const noida = await place('Noida');
    const change = (body: object) =>
      staff.call(`POST /api/v1/staff/job-applications/${id}/change-city/`, body);
    const stale = await change({ location_id: noida, current_location_id: noida, reason: 'x' });
    const wrong = await change({ location_id: await place('Pune'), current_location_id: null, reason: 'x' });
    expect([stale.status, stale.body.error_code, wrong.status]).toEqual([409, 'STALE_WRITE', 400]);
    const jaipur = await place('Jaipur');
    const unknown = await change({ location_id: noida, current_location_id: jaipur, reason: 'Hi {{town}}' });
    expect(unknown.body.field_errors.reason).toContain('{{town}}');
    const written = 'Jaipur has no desk left, {{firstName}}.';
    await expectOk(change({ location_id: noida, current_location_id: jaipur, reason: written }));
    const seen = await readApplication(person, id);
    expect(seen).toMatchObject({
      location: { city: 'Noida' },
      candidate_snapshot: { job_location: 'Jaipur, Rajasthan' },
    });
    expect(seen.history.at(-1)).toMatchObject({
      ...{
        action: 'CHANGE_CITY',
        city: 'Noida',
        previous_city: 'Jaipur',
        public_note: expect.stringMatching(/^Jaipur has no desk left, \w+\.$/),
      },
    });
    const { public_note: reason } = seen.history.at(-1);
    await waitForDelivery(test);
    const mails = await test.sentTo(person.email);
    expect(mails.some(({ text }) => text.includes('is now for Noida, not for Jaipur'))).toBe(true);
    const all = await test.db
      .selectFrom('inboxMessage')
      .select(['medium', 'text'])
      .where('text', 'like', '%is now for Noida%')
      .execute();
    expect(all.map(({ medium }) => medium).toSorted()).toEqual(['EMAIL', 'SMS']);
    for (const { medium, text } of all) expect(text, medium).toContain(reason);
    await expectOk(change({ location_id: jaipur, current_location_id: noida, reason }));
    await test.db.updateTable('jobJobLocation').set({ openings: 1 }).execute();
    await test.db.updateTable('jobApplication').set({ status: 'HIRED' }).where('id', '=', id).execute();
    const { body } = await test.visitor().call(`GET ${jobs}${slug}/`);
    const filled = body.locations.map((one: { city: string; is_filled: boolean }) => [
      one.city,
      one.is_filled,
    ]);
    expect([body.openings, filled]).toEqual([
      3,
      [
        ['Indore', false],
        ['Jaipur', true],
        ['Noida', false],
      ],
    ]);
  });
});
