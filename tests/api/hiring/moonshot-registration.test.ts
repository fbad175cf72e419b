import { beforeEach, describe, expect, it } from 'vitest';
import { moveRegistration } from '#lib/server/hiring/registration/move-registration.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUp, signUpVerified } from '../../support/auth/people.ts';
import {
  completeDetails,
  createStaffActor,
  expectOk,
  requirePlaceId,
  runUnitOfWork,
  signUpCandidate,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const base = '/api/v1/moonshot/';
const details = `${base}registration-details/`;

beforeEach(() => restoreJobs(test.db));

const register = ({ visitor }: Pick<Person, 'visitor'>) =>
  visitor.call(`POST ${base}register/`, { consent: true });
const read = async ({ visitor }: Person) => (await expectOk(visitor.call(`GET ${details}`))).body;
const save = ({ visitor }: Person, body: object) =>
  visitor.call(`PATCH ${base}update-candidate-details/`, body);
const submit = ({ visitor }: Person) => visitor.call(`POST ${details}submit/`, {});
const history = () =>
  test.db.selectFrom('registrationEvent').selectAll().orderBy('at').orderBy('id').execute();

describe('registering', () => {
  it('[API-40] makes a person a candidate, with a profile and a history', async () => {
    const person = await signUpVerified(test);
    expect(await read(person)).toMatchObject({ status: 'NOT_REGISTERED', updated_at: null });
    const { status, body } = await register(person);
    expect([status, body.status, body.is_existing]).toEqual([200, 'REGISTERED', false]);
    expect(body.sections.map(({ key }: { key: string }) => key)).toEqual([
      'place',
      'education',
      'work',
      'skills',
      'documents',
    ]);
    expect(body.missing[0]).toEqual({
      field: 'residence',
      label: 'Where you live',
      section: 'place',
      fix_url: '/moonshot/registration/?section=place#residence',
    });
    const user = await person.visitor.call('GET /api/v3/user/');
    expect(user.body.user_profiles).toContainEqual(expect.objectContaining({ type: 'EMBARK_CANDIDATE' }));
    expect(await history()).toMatchObject([{ fromStatus: null, toStatus: 'REGISTERED' }]);
  });

  it('[C-42] 20 parallel requests register once, and all return the same registration', async () => {
    const { visitor } = await signUpVerified(test);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register({ visitor: visitor.fork() })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
    expect(await history()).toHaveLength(1);
  });

  it('[API-40] requires consent, and rejects unknown fields by name', async () => {
    const { visitor } = await signUpVerified(test);
    const without = await visitor.call(`POST ${base}register/`, {});
    expect([without.status, without.body.field_errors]).toEqual([
      400,
      { consent: 'Please agree, so that we may keep your details' },
    ]);
    const more = await visitor.call(`POST ${base}register/`, { consent: true, status: 'VERIFIED' });
    expect(more.body).toMatchObject({
      error_code: 'VALIDATION_FAILED',
      field_errors: { status: 'Unknown field' },
    });
  });

  it('requires a signed-in person with a verified number', async () => {
    const calls = [`GET ${details}`, `POST ${details}submit/`, `PATCH ${base}update-candidate-details/`];
    const unverified = await signUp(test);
    for (const call of [...calls, `POST ${base}register/`]) {
      const body = call.startsWith('GET') ? undefined : {};
      expect((await test.visitor().call(call, body)).status).toBe(401);
      expect((await unverified.visitor.call(call, body)).body.error_code).toBe('PHONE_NOT_VERIFIED');
    }
  });
});

describe('details', () => {
  it('[API-44] a patch changes only the fields it contains; null clears a field', async () => {
    const person = await signUpVerified(test);
    await register(person);
    const saved = await save(person, { degree: '  B.Com ', total_experience_months: 6 });
    expect(saved.body).toMatchObject({
      status: 'DETAILS_IN_PROGRESS',
      values: { degree: 'B.Com', total_experience_months: 6, willing_to_relocate: null },
    });
    await save(person, { degree: null, willing_to_relocate: false });
    expect((await read(person)).values).toMatchObject({
      degree: null,
      total_experience_months: 6,
      willing_to_relocate: false,
    });
  });

  it('[API-40] an optional section is complete once it has a value or the registration is submitted', async () => {
    const person = await signUpVerified(test);
    await register(person);
    const complete = async () =>
      (await read(person)).sections.flatMap((one: { key: string; complete: boolean }) =>
        one.complete ? one.key : [],
      );
    expect(await complete()).toEqual([]);
    await save(person, { languages: completeDetails.languages, shift_preference: ['DAY'] });
    await save(person, { has_laptop_and_internet: false });
    expect(await complete()).toEqual(['skills']);
    await save(person, { linkedin_url: 'in.linkedin.com/in/asha' });
    expect(await complete()).toEqual(['skills', 'documents']);
    await save(person, { linkedin_url: null });
    expect(await complete()).toEqual(['skills']);
    const { sections } = await read(await signUpCandidate(test));
    expect(sections.every((one: { complete: boolean }) => one.complete)).toBe(true);
  });

  it('[API-44] parallel saves of different fields from two tabs are both stored', async () => {
    const person = await signUpVerified(test);
    await register(person);
    await Promise.all([save(person, { degree: 'B.Com' }), save(person, { college: 'Christ' })]);
    expect((await read(person)).values).toMatchObject({ degree: 'B.Com', college: 'Christ' });
  });

  it.each([
    ['graduation_year', 1800],
    ['total_experience_months', -1],
    ['highest_qualification', 'KINDERGARTEN'],
    ['languages', [{ code: 'xx', level: 'C1' }]],
    [
      'languages',
      [
        { code: 'en', level: 'C1' },
        { code: 'en', level: 'B1' },
      ],
    ],
    ['shift_preference', ['NIGHT', 'NIGHT']],
    ['linkedin_url', 'https://linkedin.com.evil.example/in/asha'],
    ['linkedin_url', 'javascript:alert(1)'],
    ['current_location_id', '01890000-0000-7000-8000-000000000000'],
    ['residence', { city: 'Springfield', region: 'Ohio' }],
    ['residence', { city: '<b>', region: 'Goa' }],
    ['residence', 'Pune'],
    ['preferred_location_ids', ['01890000-0000-7000-8000-000000000000']],
    ['resume', { media_id: '01890000-0000-7000-8000-000000000000' }],
  ])('[API-44] rejects %s %j and stores none of it', async (field, value) => {
    const person = await signUpVerified(test);
    await register(person);
    const { status, body } = await save(person, { [field]: value, degree: 'B.Com' });
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(body.field_errors)[0]).toMatch(new RegExp(`^${field}`));
    expect((await read(person)).values.degree).toBeNull();
  });

  it('[API-44] any Indian town is a residence; one with jobs is known as a place, however it was sent', async () => {
    const person = await signUpVerified(test);
    await register(person);
    const pune = await requirePlaceId(test.db, 'Pune');
    const residenceAfter = async (patch: object) => {
      const { values } = (await save(person, patch)).body;
      return [values.residence, values.current_location_id];
    };
    const other = { city: 'Kinnigoli', region: 'Karnataka' };
    expect(await residenceAfter({ residence: other })).toEqual([other, null]);
    const place = { city: 'Pune', region: 'Maharashtra' };
    expect(await residenceAfter({ residence: { ...place, city: ' pune ' } })).toEqual([place, pune]);
    expect(await residenceAfter({ residence: null })).toEqual([null, null]);
    expect(await residenceAfter({ current_location_id: pune })).toEqual([place, pune]);
    expect(await residenceAfter({ degree: 'B.Com' })).toEqual([place, pune]);
  });

  it('[API-44] [C-36] stores a LinkedIn address in normalised form', async () => {
    const person = await signUpVerified(test);
    await register(person);
    const { body } = await save(person, { linkedin_url: 'in.linkedin.com/in/asha' });
    expect(body.values.linkedin_url).toBe('https://in.linkedin.com/in/asha');
  });

  it('[API-44] saves nothing for a person who is not registered', async () => {
    const { status, body } = await save(await signUpVerified(test), { degree: 'B.Com' });
    expect([status, body.error_code, body.error]).toEqual([
      409,
      'INVALID_STATE',
      'Register for Moonshot first.',
    ]);
  });
});

describe('submitting', () => {
  it('[API-40] names every missing field', async () => {
    const person = await signUpVerified(test);
    await register(person);
    const { status, body } = await submit(person);
    expect([status, body.error_code]).toEqual([409, 'PROFILE_INCOMPLETE']);
    expect(body.field_errors).toMatchObject({
      highest_qualification: 'This field is required',
      languages: 'This field is required',
    });
    expect(body.field_errors).not.toHaveProperty('resume');
  });

  it('[API-40] requires a degree from graduates', async () => {
    const person = await signUpVerified(test);
    await register(person);
    const place = await requirePlaceId(test.db, 'Pune');
    const school = {
      ...completeDetails,
      highest_qualification: 'CLASS_12',
      degree: null,
      graduation_year: null,
    };
    await save(person, { ...school, current_location_id: place, preferred_location_ids: [place] });
    expect((await read(person)).missing).toEqual([]);
    await save(person, { highest_qualification: 'BACHELOR' });
    expect((await read(person)).missing.map(({ field }: { field: string }) => field)).toEqual([
      'degree',
      'graduationYear',
    ]);
  });

  it('[API-40] happens once, notifies by email and SMS, and leaves the registration complete', async () => {
    const person = await signUpCandidate(test);
    expect(await read(person)).toMatchObject({ status: 'DETAILS_SUBMITTED', missing: [] });
    const again = await submit(person);
    expect([again.status, again.body.error_code]).toEqual([409, 'ALREADY_SUBMITTED']);
    await waitForDelivery(test);
    expect((await test.sentTo(person.email)).map(({ subject }) => subject)).toEqual([
      'We have received your details',
    ]);
    expect((await test.sentTo(person.e164)).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/details\. You can now apply for jobs\. .*\/moonshot\/registration\/$/),
    );

    const cleared = await save(person, { degree: null });
    expect([cleared.status, cleared.body.error_code]).toEqual([409, 'PROFILE_INCOMPLETE']);
    expect((await save(person, { degree: 'M.Com' })).body).toMatchObject({
      status: 'DETAILS_SUBMITTED',
      values: { degree: 'M.Com' },
    });
  });

  it('[API-40] staff verify the details or ask for a correction, which the candidate makes', async () => {
    const person = await signUpCandidate(test);
    const staff = createStaffActor();
    const move = (action: 'VERIFY' | 'ASK_CORRECTION', publicNote?: string) =>
      runUnitOfWork(test, (work) =>
        moveRegistration(work, staff, person.userId, action, publicNote ? { publicNote } : {}),
      );
    await expect(move('ASK_CORRECTION')).rejects.toThrow('Write what the candidate should correct.');
    await move('ASK_CORRECTION', 'The year of your degree is in the future.');
    expect(await read(person)).toMatchObject({
      status: 'NEEDS_CORRECTION',
      correction_note: 'The year of your degree is in the future.',
    });
    await save(person, { graduation_year: 2023 });
    expect((await submit(person)).body.status).toBe('DETAILS_SUBMITTED');
    await move('VERIFY');
    const verified = await read(person);
    const rows = await history();
    const same = await save(person, { ...completeDetails, graduation_year: 2023, resume: null });
    expect([same.body, await history()]).toEqual([verified, rows]);
    expect(verified.status).toBe('VERIFIED');
    expect((await save(person, { degree: 'BBA' })).body.status).toBe('DETAILS_SUBMITTED');

    const audited = await test.db.selectFrom('auditEvent').selectAll().orderBy('at').execute();
    expect(audited.map(({ action, actorId, subjectId }) => [action, actorId, subjectId])).toEqual([
      ['candidate.ASK_CORRECTION', staff.id, person.userId],
      ['candidate.VERIFY', staff.id, person.userId],
    ]);
  });
});

it('[API-44] locations are sorted by name, each with its number of open jobs', async () => {
  const { body } = await test.visitor().call(`GET ${base}locations/?limit=3`);
  expect(body.results.map(({ city }: { city: string }) => city)).toEqual([
    'Bengaluru',
    'Chennai',
    'Coimbatore',
  ]);
  expect(body).toMatchObject({ count: 12, next: `${base}locations/?limit=3&offset=3` });
  const open = body.results[0].open_jobs;
  expect(open).toBeGreaterThan(0);
  await test.db.updateTable('job').set({ status: 'PAUSED' }).execute();
  const paused = await test.visitor().call(`GET ${base}locations/?limit=1`);
  expect(paused.body.results[0].open_jobs).toBe(0);
});
