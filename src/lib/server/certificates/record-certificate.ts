import { v7 as uuidv7 } from 'uuid';
import type { StoredStatus } from '#lib/domain/certificates/certificate.ts';
import type { CertificateAction } from '#lib/domain/certificates/certificate-flow.ts';
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { factsOf } from './certificate-rows.ts';

interface CertificateChange extends TransitionNotes {
  certificateId: string;
  action: CertificateAction;
  from: StoredStatus | null;
  to: StoredStatus;
}

/** Appends to the history of a certificate, and returns the id of the entry. */
export async function recordCertificateEvent(
  trx: Db,
  { type, id: actorId }: Actor,
  { certificateId, action, from, to, publicNote = null, privateNote = null }: CertificateChange,
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('certificateEvent')
    .values({
      ...{ id, certificateId, action, fromStatus: from, toStatus: to },
      ...{ actorType: type, actorId, publicNote, privateNote },
    })
    .execute();
  return id;
}

/** Stores what the present version prints, so that no earlier document is lost. */
export async function recordVersion(trx: Db, certificateId: string): Promise<void> {
  const row = await trx
    .selectFrom('certificate')
    .selectAll()
    .where('id', '=', certificateId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('certificateVersion')
    .values({ id: uuidv7(), certificateId, version: row.version, facts: JSON.stringify(factsOf(row)) })
    .execute();
}
