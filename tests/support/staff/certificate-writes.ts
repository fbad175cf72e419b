import type { staffCertificateRoutes } from '#lib/contract/staff/certificates/certificates.ts';
import type { TestApi } from '../api.ts';
import { insertCertificate } from '../certificates.ts';
import { insertEvent } from '../events.ts';

/** Every write of staff about certificates. */
export type CertificateWrite = Exclude<keyof typeof staffCertificateRoutes, `GET ${string}`>;

/** Valid values of a new certificate. */
export const certificateBody = (values: object = {}): Record<string, unknown> => ({
  ...{ kind: 'COMPLETION', title: 'Career Accelerator', program_type: 'CAREER_ACCELERATOR_PROGRAM' },
  ...{
    program_title: '',
    batch_name: 'Batch 31',
    description: '',
    criteria: '',
    skills: ['SQL'],
    hours: 160,
  },
  ...{ grade: null, completed_on: '2026-06-28', issued_on: '2026-07-03', expires_on: null },
  ...{ holder_name: 'Lakshmi Narayanan', email: 'lakshmi@example.com', phone: null },
  ...values,
});

/** Valid values of a certificate for everybody on a roster. */
export function rosterBody(values: object = {}): Record<string, unknown> {
  const { holder_name: _, email: __, phone: ___, ...body } = certificateBody(values);
  return body;
}

/** Inserts an event that this person has attended, and returns its id. */
export async function insertAttendedEvent({ db }: TestApi, userId: string): Promise<string> {
  const { id: eventId } = await insertEvent(db, { startsAt: new Date(Date.now() - 86_400_000) });
  await db
    .insertInto('eventRegistration')
    .values({
      ...{ id: crypto.randomUUID(), number: `LE-${crypto.randomUUID()}`, eventId, userId },
      ...{ status: 'ATTENDED', waitlistPosition: null, offerExpiresAt: null },
    })
    .execute();
  return eventId;
}

/** Inserts a person's request for another name on a certificate. */
const insertNameRequest = ({ db }: TestApi, certificateId: string, userId: string) =>
  db
    .insertInto('certificateCorrection')
    .values({
      ...{ id: crypto.randomUUID(), certificateId, userId },
      ...{ requestedName: 'Lakshmi N.', note: null, status: 'OPEN' },
    })
    .execute();

/** One valid request for each write endpoint of certificates. A missing endpoint does not compile. */
export function certificateWrites(
  test: TestApi,
  scene: () => { id: string },
): Record<CertificateWrite, () => Promise<{ key: string; body: object }>> {
  const path = '/api/v1/staff/certificates/';
  const keyOf = async (action: string) => `POST ${path}${(await insertCertificate(test.db)).id}/${action}/`;
  return {
    'POST /api/v1/staff/certificates/issue/': async () => ({
      key: `POST ${path}issue/`,
      body: { values: certificateBody(), allows_similar: false },
    }),
    'POST /api/v1/staff/certificates/import/': async () => ({
      key: `POST ${path}import/`,
      body: { csv: 'name,title\nAsha,Career Accelerator\n', is_preview: false },
    }),
    'POST /api/v1/staff/certificates/issue-roster/': async () => ({
      key: `POST ${path}issue-roster/`,
      body: {
        ...{ source: 'EVENT', source_id: await insertAttendedEvent(test, scene().id) },
        ...{ values: rosterBody(), is_preview: false },
      },
    }),
    'POST /api/v1/staff/certificates/{certificateId}/revoke/': async () => ({
      key: await keyOf('revoke'),
      body: { reason: 'Issued to the wrong person.' },
    }),
    'POST /api/v1/staff/certificates/{certificateId}/correct/': async () => ({
      key: await keyOf('correct'),
      body: { holder_name: 'Lakshmi N.' },
    }),
    'POST /api/v1/staff/certificates/{certificateId}/reject-name/': async () => {
      const { id } = await insertCertificate(test.db);
      await insertNameRequest(test, id, scene().id);
      return { key: `POST ${path}${id}/reject-name/`, body: { reason: 'It is no name.' } };
    },
    'POST /api/v1/staff/certificates/{certificateId}/replace/': async () => ({
      key: await keyOf('replace'),
      body: { values: certificateBody({ title: 'Another title' }), reason: 'The title was wrong.' },
    }),
  };
}
