import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { employerLinkRoutes } from '#lib/contract/hiring/employer-links.ts';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CandidateSnapshot } from '#lib/server/db/schema/registrations.ts';
import type { TestApi } from '../api.ts';
import type { Visitor } from '../visitor.ts';

/** The body of `POST …/employer-links/create/`. */
export const shareBody = (applicationIds: readonly string[], more: object = {}) => ({
  request_id: randomUUID(),
  person_name: 'Farida Shaikh',
  person_email: 'farida@boliqo.example',
  days: 7,
  application_ids: applicationIds,
  ...more,
});

/** Stores the details that an application was sent with, so that it can be shared. */
export async function insertSnapshot(
  db: Db,
  applicationId: string,
  more: Partial<CandidateSnapshot> = {},
): Promise<void> {
  const person = await db
    .selectFrom('jobApplication')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .select(['firstName', 'lastName', 'email', 'phoneE164 as phone'])
    .where('jobApplication.id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const snapshot: CandidateSnapshot = {
    ...person,
    currentLocation: 'Pune, Maharashtra',
    preferredLocations: ['Pune, Maharashtra'],
    values: { ...noRegistrationValues, degree: 'B.Com', linkedinUrl: 'https://www.linkedin.com/in/secret' },
    answers: [{ key: 'motivation', label: 'Why this job?', value: 'I like numbers.' }],
    coverNote: null,
    portfolioSlug: null,
    resumeMediaId: null,
    eligibility: { met: ['Graduate'], missing: ['English B2'], unchecked: ['Attitude'] },
    ...more,
  };
  await db
    .updateTable('jobApplication')
    .set({ candidateSnapshot: JSON.stringify(snapshot) })
    .where('id', '=', applicationId)
    .execute();
}

/** Stores a résumé that an application was sent with, and returns its id. */
export async function insertResume(db: Db, applicationId: string, name: string): Promise<string> {
  const id = uuidv7();
  const { userId } = await db
    .selectFrom('jobApplication')
    .select('userId')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('media')
    .values({
      ...{ id, userId, kind: 'DOCUMENT', mimeType: 'application/pdf', bytes: 10, name, isPublic: false },
      ...{ width: null, height: null },
    })
    .execute();
  await db.updateTable('jobApplication').set({ resumeMediaId: id }).where('id', '=', applicationId).execute();
  return id;
}

type Write = Exclude<keyof typeof employerLinkRoutes, `GET ${string}`>;

/** One valid request for each write endpoint of employers' links. A missing endpoint does not compile. */
export function employerLinkWrites(
  test: TestApi,
  scene: () => { staff: Visitor; jobId: string; applicationId: string },
): Record<Write, () => Promise<{ key: string; body: object }>> {
  const request = async () => {
    const { jobId, applicationId } = scene();
    await insertSnapshot(test.db, applicationId);
    return {
      key: `POST /api/v1/staff/jobs/${jobId}/employer-links/create/`,
      body: shareBody([applicationId]),
    };
  };
  const share = async () => {
    const { key, body } = await request();
    return (await scene().staff.call(key, body)).body;
  };
  return {
    'POST /api/v1/staff/jobs/{jobId}/employer-links/create/': request,
    'POST /api/v1/staff/employer-links/{linkId}/revoke/': async () => ({
      key: `POST /api/v1/staff/employer-links/${(await share()).link.id}/revoke/`,
      body: {},
    }),
    'POST /api/v1/staff/employer-reviews/{reviewId}/mark-read/': async () => {
      const { link, url } = await share();
      const { applicationId, staff } = scene();
      const key = new URL(url).pathname.split('/')[2];
      await staff.call('POST /api/v1/moonshot/shortlist/answer/', {
        ...{ key, application_id: applicationId, version: 0, answer: 'YES', note: null },
      });
      return {
        key: `POST /api/v1/staff/employer-reviews/${link.reviews[0].id}/mark-read/`,
        body: { version: 1 },
      };
    },
  };
}
