import { sql } from 'kysely';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import { issueCertificate } from '#lib/server/certificates/issue-certificate.ts';
import { recordCertificateEvent } from '#lib/server/certificates/record-certificate.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { demoCertificates } from './demo-certificates.ts';

/** Adds a certificate in each state, of people with and without an account. Existing ones stay as they are. */
export async function seedCertificates(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { state, ...input } of demoCertificates) {
      const existing = await trx
        .selectFrom('certificate')
        .select('id')
        .where('shortUuid', '=', input.shortUuid)
        .executeTakeFirst();
      if (existing) continue;
      const { id } = await issueCertificate(trx, systemActor, {
        ...{ issuerName: 'Liftoff', source: 'SINGLE', userId: null, expiresOn: null },
        ...{ signatories: getCompany().certificateSignatories },
        ...input,
      });
      if (state) await applyState(trx, id, state);
      if (input.shortUuid === demoCertificates[0]?.shortUuid) await insertVisits(trx, id);
    }
  });
}

/** Adds visits of this month and the last, so that the holder sees where the link was opened. */
async function insertVisits(trx: Db, certificateId: string): Promise<void> {
  const monthsAgo = (count: number) =>
    sql<string>`(date_trunc('month', now() at time zone 'Asia/Kolkata') - make_interval(months => ${count}))::date`;
  await trx
    .insertInto('certificateVisit')
    .values([
      { certificateId, month: monthsAgo(0), host: 'linkedin.com', visits: 14 },
      { certificateId, month: monthsAgo(0), host: '', visits: 5 },
      { certificateId, month: monthsAgo(1), host: 'linkedin.com', visits: 31 },
      { certificateId, month: monthsAgo(1), host: 'careers.example.com', visits: 2 },
    ])
    .execute();
}

async function applyState(trx: Db, id: string, state: 'REVOKED' | 'REPLACED' | 'HIDDEN'): Promise<void> {
  if (state === 'HIDDEN') {
    await trx.updateTable('certificate').set({ isHidden: true }).where('id', '=', id).execute();
    return;
  }
  const publicNote =
    state === 'REVOKED' ? 'It was issued to the wrong person.' : 'The name of the programme was wrong.';
  await trx
    .updateTable('certificate')
    .set(
      state === 'REVOKED'
        ? { status: state, revokedAt: sql<Date>`now() - interval '20 days'`, revocationReason: publicNote }
        : {
            status: state,
            replacedById: sql<string>`(select id from certificate where short_uuid = 'R3DFVP8JYBZ6')`,
          },
    )
    .where('id', '=', id)
    .execute();
  const action = state === 'REVOKED' ? 'REVOKE' : 'REPLACE';
  await recordCertificateEvent(trx, systemActor, {
    ...{ certificateId: id, action, from: 'ISSUED', to: state, publicNote },
  });
}
