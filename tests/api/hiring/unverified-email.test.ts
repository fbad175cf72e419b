import { beforeEach, expect, it } from 'vitest';
import { notifyExpired } from '#lib/server/hiring/applications/notify-expired.ts';
import { expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { useTestApi } from '../../support/api.ts';
import { emailCodeFor, newPhone, type Person, signUpWithUnverifiedEmail } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import {
  applications,
  signUpCandidate,
  startApplication,
  submitApplication,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'voice-support-associate-cl13';

beforeEach(() => restoreJobs(test.db));

const sentBy = async (medium: 'EMAIL' | 'SMS') =>
  test.db.selectFrom('outbox').select('subject').where('medium', '=', medium).orderBy('createdAt').execute();
const candidate = () => signUpCandidate(test, {}, signUpWithUnverifiedEmail);
const codeOnly = [{ subject: 'Confirm your email' }];

async function applyAndWithdraw(person: Person): Promise<void> {
  const id = await submitApplication(person, slug);
  const { status } = await person.visitor.call(`POST ${applications}${id}/withdraw/`, {});
  expect(status).toBe(200);
}

it('[C-22] applying again and again sends nothing to an unverified email but its code', async () => {
  const person = await candidate();
  for (let n = 0; n < 3; n += 1) await applyAndWithdraw(person);
  expect(await sentBy('EMAIL')).toEqual(codeOnly);
  expect((await sentBy('SMS')).length).toBeGreaterThan(3);
});

it('[C-22] once the email is verified, the next message goes there too', async () => {
  const person = await candidate();
  const code = await emailCodeFor(test, person.email);
  await person.visitor.call('POST /api/v1/user/email-verification/verify/', { code });
  await submitApplication(person, slug);
  expect((await sentBy('EMAIL')).map(({ subject }) => subject)).toEqual([
    'Confirm your email',
    'We have received your application',
  ]);
});

it('[C-22] an expired application is announced by SMS alone, once', async () => {
  await startApplication(await candidate(), slug);
  const before = (await sentBy('SMS')).length;
  await travel(test.db, 31 * 86_400);
  await expireApplications(test.db);
  for (let round = 0; round < 2; round += 1) await notifyExpired(test);
  expect(await sentBy('EMAIL')).toEqual(codeOnly);
  expect(await sentBy('SMS')).toHaveLength(before + 1);
});

it('[C-23] a changed number is announced to the old number alone', async () => {
  const { visitor } = await signUpWithUnverifiedEmail(test);
  const phone = newPhone();
  await travel(test.db, 31);
  await visitor.call('PATCH /api/v2/user/change-phone/', { country_iso_code: 'IN', phone });
  const { body } = await visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
  const otp = await test.codeFor(`+91${phone}`);
  await visitor.call('POST /api/v1/user/phone-verification/verify-otp/', { otp_id: body.otp_id, otp });
  expect(await sentBy('EMAIL')).toEqual(codeOnly);
  expect(await sentBy('SMS')).toHaveLength(1);
});
