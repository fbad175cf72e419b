import type { TestApi } from '../api.ts';
import { insertLearner, requireOpenBatch, reserve } from './learners.ts';
import { completeTest } from './test-takers.ts';

/** One valid request for each write of staff about enrolments, scholarship tests and PM Mastery. */
export const enrolmentWrites = (test: TestApi) => ({
  'POST /api/v1/staff/enrolments/{enrolmentId}/record-payment/': async () => ({
    key: `POST /api/v1/staff/enrolments/${await holdSeat(test)}/record-payment/`,
    body: { amount: 100, method: 'UPI', reference: 'U1', received_at: '2026-11-01T00:00:00.000Z' },
  }),
  'POST /api/v1/staff/enrolments/{enrolmentId}/move/': async () => ({
    key: `POST /api/v1/staff/enrolments/${await holdSeat(test)}/move/`,
    body: { action: 'RELEASE', reason_code: 'OTHER' },
  }),
  'POST /api/v1/staff/scholarships/{registrationId}/override/': async () => {
    const { body } = await completeTest(test, await insertLearner(test), 0);
    return {
      key: `POST /api/v1/staff/scholarships/${body.id}/override/`,
      body: { share_percent: 10, reason: 'A fault of ours' },
    };
  },
  'POST /api/v1/staff/pm-mastery/{registrationId}/complete/': async () => ({
    key: `POST /api/v1/staff/pm-mastery/${await registerPastSession(test)}/complete/`,
    body: {},
  }),
  'POST /api/v1/staff/pm-mastery/{registrationId}/miss/': async () => ({
    key: `POST /api/v1/staff/pm-mastery/${await registerPastSession(test)}/miss/`,
    body: {},
  }),
});

/** Registers a person for a session that has ended. Returns the id of the registration. */
async function registerPastSession(test: TestApi): Promise<string> {
  const learner = await insertLearner(test);
  const { body } = await learner.visitor.call('POST /api/v1/pm-mastery/register/', {
    ...{
      program_slug: 'pm-launchpad-core',
      current_status: 'BREAK',
      years_of_experience: 1,
      consent: true,
    },
  });
  await test.db.updateTable('masteryRegistration').set({ sessionId: '2026-01' }).execute();
  return body.id;
}

const holdSeat = async (test: TestApi): Promise<string> =>
  (await reserve(await insertLearner(test), await requireOpenBatch(test.db))).body.id;
