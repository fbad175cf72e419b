import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type CertificateFacts, certificateStatusOn } from '#lib/domain/certificates/certificate.ts';
import { parseShortId } from '#lib/domain/certificates/short-id.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CertificateTable } from '#lib/server/db/schema/certificates/certificates.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** A certificate with the database's time at which it was read, and the id of the one that took its place. */
export type CertificateRow = Selectable<CertificateTable> & {
  now: Date;
  replacedByShortUuid: string | null;
};

export const createCertificateNotFoundError = () => new HttpError('CERTIFICATE_NOT_FOUND');

/** Selects certificates, drafts too. */
export const selectCertificates = (db: Db) =>
  db
    .selectFrom('certificate')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .select(
      sql<string | null>`(select other.short_uuid from certificate other
        where other.id = certificate.replaced_by_id)`.as('replacedByShortUuid'),
    );

/** Returns a certificate by its id, a draft too. Throws `CERTIFICATE_NOT_FOUND`. */
export async function requireCertificateRow(db: Db, id: string): Promise<CertificateRow> {
  const row = isUuid(id) ? await selectCertificates(db).where('id', '=', id).executeTakeFirst() : undefined;
  if (!row) throw createCertificateNotFoundError();
  return row;
}

/** No certificate has this id: the alphabet lacks its characters. */
const impossibleId = '000000000000';

/**
 * Finds a certificate that is public, by its id or its 12 characters. A draft, an unknown id and a text that is no id are
 * searched for in the same way, so that none of them answers faster. [API-52]
 */
export async function findPublicCertificate(db: Db, idOrShortUuid: string): Promise<CertificateRow | null> {
  const isId = isUuid(idOrShortUuid);
  const row = await selectCertificates(db)
    .where(
      isId ? 'id' : 'shortUuid',
      '=',
      isId ? idOrShortUuid : (parseShortId(idOrShortUuid) ?? impossibleId),
    )
    .executeTakeFirst();
  return row && row.status !== 'DRAFT' ? row : null;
}

/** Returns the status that the public sees now; days begin and end in India. */
export const publicStatusOf = (row: CertificateRow) =>
  certificateStatusOn(row, localDate(row.now, defaultTimeZone));

/** Returns the facts that the document prints. */
export function factsOf(row: Selectable<CertificateTable>): CertificateFacts {
  const { kind, holderName, title, programTitle, batchName, description, criteria, skills } = row;
  const { hours, grade, completedOn, issuedOn, expiresOn, signatories } = row;
  return {
    ...{ kind, holderName, title, programTitle, batchName, description, criteria, skills },
    ...{ hours, grade, completedOn, issuedOn, expiresOn, signatories },
  };
}
