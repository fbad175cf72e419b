import type { Certificate } from '#lib/contract/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';

/** What we vouch for of a person, newest first: neither drafts nor what was taken back. */
export function listCertificates(db: Db, userId: string): Promise<Certificate[]> {
  return db
    .selectFrom('certificate')
    .select(['shortUuid', 'title', 'programTitle', 'issuedOn', 'issuerName'])
    .where('userId', '=', userId)
    .where('status', '=', 'ISSUED')
    .orderBy('issuedOn', 'desc')
    .orderBy('id')
    .execute();
}
