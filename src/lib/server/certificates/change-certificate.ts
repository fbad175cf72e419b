import { sql, type UpdateObject } from 'kysely';
import {
  type CertificateAction,
  type CertificateGuardContext,
  certificateFlow,
} from '#lib/domain/certificates/certificate-flow.ts';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import type { Actor, TransitionNotes } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Schema } from '#lib/server/db/schema.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireCertificateRow } from './certificate-rows.ts';
import { recordCertificateEvent, recordVersion } from './record-certificate.ts';

interface CertificateChange extends TransitionNotes {
  id: string;
  action: Exclude<CertificateAction, 'ISSUE'>;
  /** The columns that change besides the status. */
  values: UpdateObject<Schema, 'certificate', 'certificate'>;
}

/**
 * Makes a transition of a certificate with one conditional write, stores what it prints now, if that changed, and returns the id of
 * the entry in the history. Throws `CERTIFICATE_NOT_FOUND`, and `INVALID_STATE` where the flow or somebody else's change is against it.
 */
export async function changeCertificate(
  trx: Db,
  by: Actor,
  { id, action, values, ...notes }: CertificateChange,
): Promise<string> {
  const before = await requireCertificateRow(trx, id);
  const context: CertificateGuardContext = { isHidden: before.isHidden, reason: notes.publicNote ?? null };
  const result = checkTransition(certificateFlow, action, by.type, before.status, context);
  if (!result.isAllowed) throw new HttpError('INVALID_STATE', { message: result.reason });
  const changed = await trx
    .updateTable('certificate')
    .set({ ...values, status: result.to, version: before.version + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .returning('id')
    .executeTakeFirst();
  if (!changed)
    throw new HttpError('INVALID_STATE', { message: 'This certificate has just changed. Reload the page.' });
  // A version of its own would end the credentials of the one before, which only a correction may do.
  if (action === 'CORRECT') await recordVersion(trx, id);
  return recordCertificateEvent(trx, by, {
    ...{ certificateId: id, action, from: before.status, to: result.to },
    ...notes,
  });
}
