import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent, passHours } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { rosterBody } from '../../support/staff/certificate-writes.ts';

const test = useTestApi();

it('[API-20, API-52] an event that gives a certificate says so, Today names it until everybody who attended has theirs, and they find it', async () => {
  const { visitor: staff } = await signUpStaff(test);
  const { id } = await insertEvent(test.db, { givesCertificate: true });
  const people = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
  const pageOf = async ({ visitor }: Learner) => (await visitor.call(`GET /api/v1/live-events/${id}/`)).body;
  for (const { visitor } of people) await visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  expect(await pageOf(people[0])).toMatchObject({
    gives_certificate: true,
    my_registration: { certificate_url: null },
  });
  await passHours(test.db, id, 80);
  const markAttended = async ({ userId }: Learner) => {
    const { id: registrationId } = await test.db
      .selectFrom('eventRegistration')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const body = { status: 'ATTENDED', registration_ids: [registrationId] };
    expect((await staff.call(`POST /api/v1/staff/events/${id}/attendance/`, body)).status).toBe(200);
  };
  const today = async () =>
    (await staff.call('GET /api/v1/staff/today/')).body.results
      .filter(({ kind }: { kind: string }) => kind === 'CERTIFICATES')
      .map(({ about, href }: { about: string; href: string }) => [about, href]);
  const issue = async () => {
    const values = rosterBody({ kind: 'PARTICIPATION', title: 'Write a résumé' });
    const body = { source: 'EVENT', source_id: id, values, is_preview: false };
    return (await staff.call('POST /api/v1/staff/certificates/issue-roster/', body)).body.count;
  };
  const href = `/staff/certificates/roster/?roster=EVENT:${id}`;
  expect(await today()).toEqual([]);
  await markAttended(people[0]);
  expect(await today()).toEqual([['1 attended', href]]);
  expect(await issue()).toBe(1);
  expect(await today()).toEqual([]);
  // Whoever is marked later is named again, and the first person keeps the one certificate.
  await markAttended(people[1]);
  expect(await today()).toEqual([['1 attended', href]]);
  expect(await issue()).toBe(1);
  expect(await today()).toEqual([]);
  const urls = await Promise.all(
    people.map(async (one) => (await pageOf(one)).my_registration.certificate_url as string | null),
  );
  expect(urls).toEqual([expect.any(String), expect.any(String), null]);
  const shortId = urls[0]?.split('/')[2];
  const { body } = await test.visitor().call(`GET /api/v1/public/certificates/${shortId}/`);
  expect(body).toMatchObject({ status: 'ISSUED', kind: 'PARTICIPATION', title: 'Write a résumé' });
});
