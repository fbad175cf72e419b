import { v7 as uuidv7 } from 'uuid';
import { type IssueInput, issueCertificate } from '#lib/server/certificates/issue-certificate.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The facts of a certificate of an invented person, with other values where given. */
export const certificateInput = (values: Partial<IssueInput> = {}): IssueInput => ({
  ...{ kind: 'COMPLETION', holderName: 'Lakshmi Narayanan', title: 'Career Accelerator' },
  ...{ programType: 'CAREER_ACCELERATOR_PROGRAM', programTitle: 'Career Accelerator Programme' },
  ...{ batchName: 'Batch 31', description: 'Sixteen weeks.', criteria: 'All projects accepted.' },
  ...{ skills: ['SQL'], hours: 160, grade: 'A', completedOn: '2026-06-28', issuedOn: '2026-07-03' },
  ...{ expiresOn: null, signatories: [{ name: 'Anirudh Menon', role: 'Founder' }], issuerName: 'Liftoff' },
  ...{ holderEmail: `holder-${uuidv7()}@example.com`, holderPhone: null, userId: null, source: 'SINGLE' },
  ...values,
});

/** Issues a certificate to an invented person, and returns its id and its 12 characters. */
export async function insertCertificate(
  db: Db,
  values: Partial<IssueInput> = {},
): Promise<{ id: string; shortUuid: string }> {
  const { id } = await db
    .transaction()
    .execute((trx) => issueCertificate(trx, systemActor, certificateInput(values)));
  return db
    .selectFrom('certificate')
    .select(['id', 'shortUuid'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
