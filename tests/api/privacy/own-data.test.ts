import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { callbackConsent } from '#lib/contract/leads/callback-fields.ts';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import { listConsents } from '#lib/server/privacy/consents.ts';
import { deleteOldExports, findOwnExport } from '#lib/server/privacy/data-export.ts';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { makeExports } from '#lib/server/privacy/make-exports.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, type Learner } from '../../support/enrolment/learners.ts';
import { registerTest } from '../../support/enrolment/test-takers.ts';
import { signUpCandidate, submitApplication } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { bookMock, insertExpertAndPeople, insertExpertSlot } from '../../support/hiring/mock-interviews.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { upload } from '../../support/media/upload.ts';

const test = useTestApi();
const day = 86_400;
const exportRoute = 'POST /api/v1/user/data-export/';
const request = 'POST /api/v1/user/deletion/request/';
const keep = 'POST /api/v1/user/deletion/cancel/';
const countUsers = async () => (await test.db.selectFrom('appUser').select('id').execute()).length;
const userIdOf = async (phoneE164: string) =>
  (
    await test.db
      .selectFrom('appUser')
      .select('id')
      .where('phoneE164', '=', phoneE164)
      .executeTakeFirstOrThrow()
  ).id;

it('[C-20] a copy of the data needs a recent OTP, is made once, and its link reaches the person and expires', async () => {
  const person = await signUpVerified(test);
  const id = await userIdOf(person.e164);
  await travel(test.db, 11 * 60);
  expect(await person.visitor.call(exportRoute, {})).toMatchObject({
    status: 403,
    body: { error_code: 'REAUTH_REQUIRED' },
  });
  await test.db.updateTable('session').set({ provenAt: new Date() }).execute();
  const answers = await Promise.all([1, 2, 3].map(() => person.visitor.fork().call(exportRoute, {})));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await test.db.selectFrom('dataExport').select('readyAt').execute()).toEqual([{ readyAt: null }]);
  expect(await findOwnExport(test, id)).toBe(null);

  await makeExports(test);
  const file = await findOwnExport(test, id);
  // The entries are not compressed, so their text can be searched.
  const zip = file ? await text(file.stream) : '';
  expect(zip).toContain('data.json');
  expect(zip).toContain(person.email);
  expect(zip).not.toMatch(/token_hash|code_hmac/);
  await test.messages.deliverQueued();
  expect((await test.sentTo(person.email))[0]?.text).toContain('/account/privacy/');

  await travel(test.db, 4 * day);
  expect(await findOwnExport(test, id)).toBe(null);
  await deleteOldExports(test);
  expect(await test.db.selectFrom('dataExport').select('id').execute()).toEqual([]);
  expect(await test.db.selectFrom('strayFile').select('mediaId').execute()).toEqual([]);
});

it('[C-20] an account is deleted after seven days, unless the person keeps it in time', async () => {
  const person = await signUpVerified(test);
  expect((await person.visitor.call(request, {})).status).toBe(200);
  await travel(test.db, 6 * day);
  await deleteDueAccounts(test);
  expect(await countUsers()).toBe(1);
  expect((await person.visitor.call(keep, {})).status).toBe(200);
  await travel(test.db, 2 * day);
  await deleteDueAccounts(test);
  expect(await countUsers()).toBe(1);

  await test.db.updateTable('session').set({ provenAt: new Date() }).execute();
  expect((await person.visitor.call(request, {})).status).toBe(200);
  await travel(test.db, 8 * day);
  expect(await person.visitor.call(keep, {})).toMatchObject({
    status: 409,
    body: { error_code: 'INVALID_STATE' },
  });
  await Promise.all([deleteDueAccounts(test), deleteDueAccounts(test)]);
  expect(await countUsers()).toBe(0);
});

it('[C-20] while the store is away an account is deleted with its resized pictures, and its files later', async () => {
  const person = await signUpVerified(test);
  const { body: file } = await upload(person.visitor, { bytes: Buffer.from('%PDF-1.7\n%%EOF') });
  expect((await person.visitor.call(request, {})).status).toBe(200);
  await travel(test.db, 8 * day);
  const resized = join(test.config.dataDir, 'images', 'face');
  mkdirSync(dirname(resized), { recursive: true });
  writeFileSync(resized, 'a face');
  const away = vi.spyOn(test.mediaStore, 'delete').mockRejectedValue(new Error('the store is away'));
  await deleteDueAccounts(test);
  away.mockRestore();
  expect([await countUsers(), existsSync(resized)]).toEqual([0, false]);
  await travel(test.db, 2 * 3600);
  await cleanMedia(test);
  expect(await test.mediaStore.get(file.id)).toBe(null);
});

it('[C-20] a member of staff keeps the account until somebody has ended the role', async () => {
  const staff = await signUpStaff(test);
  expect(await staff.visitor.call(request, {})).toMatchObject({
    status: 409,
    body: { error_code: 'INVALID_STATE' },
  });
  await test.db.deleteFrom('userRole').execute();
  expect((await staff.visitor.call(request, {})).status).toBe(200);
});

it('[C-20] a former expert may delete the account, and candidates keep what the expert wrote', async () => {
  const { expert, people } = await insertExpertAndPeople(test, 1);
  const [asha] = people as [Learner];
  await bookMock(asha, await insertExpertSlot(test.db, expert.expertId));
  await test.db.updateTable('session').set({ provenAt: new Date() }).execute();
  expect((await expert.visitor.call(request, {})).body).toMatchObject({ error_code: 'INVALID_STATE' });
  await test.db.updateTable('expert').set({ isActive: false }).execute();
  expect((await expert.visitor.call(request, {})).status).toBe(200);
  await travel(test.db, 8 * day);
  await deleteDueAccounts(test);
  const left = await test.db.selectFrom('appUser').select('id').where('id', '=', expert.userId).execute();
  expect(left).toEqual([]);
  expect(await test.db.selectFrom('mockInterview').select('userId').execute()).toEqual([
    { userId: asha.userId },
  ]);
  const [interviewer] = await test.db
    .selectFrom('interviewer')
    .select(['name', 'email', 'isActive'])
    .execute();
  expect(interviewer).toEqual({
    name: 'Deleted',
    email: expect.stringMatching(/^deleted-.*@invalid$/),
    isActive: false,
  });
});

it('[API-40] a consent to Moonshot is withdrawn with its details and open applications, and stays in the list', async () => {
  await restoreJobs(test.db);
  const person = await signUpCandidate(test);
  const applicationId = await submitApplication(person, 'inside-sales-associate-cl13');
  const user = await test.db.selectFrom('appUser').selectAll().executeTakeFirstOrThrow();
  const listMoonshot = async () =>
    (await listConsents(test.db, user)).filter(({ title }) => title === 'Moonshot');
  expect(await listMoonshot()).toMatchObject([{ withdrawnAt: null, withdraw: 'MOONSHOT' }]);
  const [before] = await listMoonshot();
  const withdraw = () => person.visitor.call('POST /api/v1/user/moonshot-consent/withdraw/', {});
  expect((await Promise.all([withdraw(), withdraw()])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await listMoonshot()).toEqual([{ ...before, withdrawnAt: expect.any(Date), withdraw: null }]);
  expect(await test.db.selectFrom('candidateRegistration').select('userId').execute()).toEqual([]);
  const { status } = await test.db
    .selectFrom('jobApplication')
    .select('status')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('WITHDRAWN');
  // Who changes their mind registers again, with a new consent.
  await signUpAgain(person);
  expect(await listMoonshot()).toHaveLength(2);
});

const signUpAgain = ({ visitor }: Awaited<ReturnType<typeof signUpCandidate>>) =>
  visitor.call('POST /api/v1/moonshot/register/', { consent: true });

it('[C-20] every consent has its words, its day and a way to withdraw it', async () => {
  const asha = await insertLearner(test);
  await test.db.updateTable('appUser').set({ phoneE164: '+919812345678' }).execute();
  await asha.visitor.call('POST /api/v1/cap/request-sales-callback/', {
    ...{ first_name: 'Meera', country_iso_code: 'IN', phone: '9812345678', preferred_window: 'ASAP' },
    consent: true,
  });
  await asha.visitor.call('POST /api/v1/pm-mastery/register/', {
    ...{
      program_slug: 'pm-launchpad-core',
      current_status: 'STUDENT',
      years_of_experience: 0,
      consent: true,
    },
  });
  await registerTest(asha);
  const user = await test.db.selectFrom('appUser').selectAll().executeTakeFirstOrThrow();
  const consents = await listConsents(test.db, user);
  const labels = consents.map(({ title, withdraw }) => [
    title.replace(/ \S*-\S*$/, ''),
    typeof withdraw === 'string' ? withdraw : withdraw?.label,
  ]);
  expect(labels.toSorted()).toEqual([
    ['PM Mastery', 'Cancel the registration'],
    ['Scholarship test', 'Stop the messages'],
    ['Signing up', 'Stop the messages'],
    ['Your call', 'Cancel the call'],
  ]);
  for (const { wording, grantedAt } of consents) {
    expect(wording.length).toBeGreaterThan(20);
    expect(grantedAt).toBeInstanceOf(Date);
  }
  await test.db.updateTable('callbackRequest').set({ status: 'CONNECTED' }).execute();
  const call = (await listConsents(test.db, user)).find(({ title }) => title.startsWith('Your call'));
  expect(call).toMatchObject({ withdraw: null, withdrawnAt: null });
});

it('[C-20] the list has the offers of forms and the calls from before the sign-up, and their consent is withdrawn', async () => {
  const phone = newPhone();
  const email = 'Meera.Nair@gmail.com';
  const offers = { email: 'meeranair@gmail.com', accepts_offers: true };
  await test.visitor().call('POST /api/v1/programs/embark-pro/send-brochure/', offers);
  await test.visitor().call('POST /api/v1/cap/request-sales-callback/', {
    ...{
      ...offers,
      first_name: 'Meera',
      country_iso_code: 'IN',
      phone,
      preferred_window: 'ASAP',
      consent: true,
    },
  });
  const { visitor } = await signUpVerified(test, { phone, email });
  const user = await test.db.selectFrom('appUser').selectAll().executeTakeFirstOrThrow();
  const list = async () => (await listConsents(test.db, user)).filter(({ title }) => /form|call/.test(title));
  expect(
    (await list())
      .map(({ title, wording, withdraw }) => [title.split(' C')[0], wording, withdraw])
      .toSorted(),
  ).toEqual([
    ['Offers and news, in a form', offersWording, 'OFFERS'],
    ['Offers and news, in a form', offersWording, 'OFFERS'],
    ['Your call', callbackConsent, { label: 'Cancel the call', href: '/account/#requests' }],
  ]);
  expect((await visitor.call('POST /api/v1/user/offers-consent/', { is_granted: false })).status).toBe(200);
  const forms = (await list()).filter(({ title }) => title.includes('form'));
  expect(forms.map(({ withdraw, withdrawnAt }) => [withdraw, withdrawnAt instanceof Date])).toEqual([
    [null, true],
    [null, true],
  ]);
});
