import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffCertificateRoutes } from '#lib/contract/staff/certificates/certificates.ts';
import { formatShortId } from '#lib/domain/certificates/short-id.ts';
import { type CertificateRow, requireCertificateRow } from '#lib/server/certificates/certificate-rows.ts';
import { changeCertificate } from '#lib/server/certificates/change-certificate.ts';
import { type IssueInput, issueCertificate } from '#lib/server/certificates/issue-certificate.ts';
import { notifyHolder } from '#lib/server/certificates/notify-holder.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { findSimilar, toIssueInput } from './issue-input.ts';

type Routes = typeof staffCertificateRoutes;
const staffActor = (id: string): Actor => ({ type: 'STAFF', id });

/** Issues a certificate and informs its holder, once. Returns its id. [API-52] */
export async function issueByStaff(
  work: UnitOfWork,
  staffId: string,
  input: IssueInput,
): Promise<{ id: string; isExisting: boolean }> {
  const issued = await issueCertificate(work.trx, staffActor(staffId), input);
  if (issued.isExisting) return issued;
  const { holderName, title } = input;
  await recordStaffAudit(work.trx, staffId, 'certificate.ISSUE', issued.id, { holderName, title });
  await notifyHolder(work, { certificateId: issued.id, notice: 'ISSUE', key: `${issued.id}:ISSUE` });
  return issued;
}

/** Issues what staff wrote. Throws `ALREADY_EXISTS` where the holder has a certificate of this title, unless that is allowed. */
export async function issueSingle(
  work: UnitOfWork,
  staffId: string,
  { values, allowsSimilar }: BodyOf<Routes['POST /api/v1/staff/certificates/issue/']>,
): Promise<{ id: string; isExisting: boolean }> {
  const input = toIssueInput(values, 'SINGLE');
  const similar = await findSimilar(work.trx, input);
  const issued = await issueByStaff(work, staffId, input);
  if (!similar || allowsSimilar || issued.isExisting) return issued;
  throw new HttpError('ALREADY_EXISTS', {
    message: `${input.holderName} has a certificate of this title: ${formatShortId(similar)}. Tick “Issue it all the same” if this is another one.`,
    fields: ['title'],
  });
}

/** Revokes a certificate. Its page shows the day and the reason. */
export async function revokeCertificate(
  work: UnitOfWork,
  staffId: string,
  id: string,
  { reason, privateNote = null }: BodyOf<Routes['POST /api/v1/staff/certificates/{certificateId}/revoke/']>,
): Promise<void> {
  const key = await changeCertificate(work.trx, staffActor(staffId), {
    ...{ id, action: 'REVOKE', publicNote: reason, privateNote },
    values: { revokedAt: sql<Date>`now()`, revocationReason: reason },
  });
  await recordStaffAudit(work.trx, staffId, 'certificate.REVOKE', id, {
    from: 'ISSUED',
    to: 'REVOKED',
    reason,
  });
  await notifyHolder(work, { certificateId: id, notice: 'REVOKE', reason, key });
}

/**
 * Corrects the name, and approves the holder's open request for another name. Throws `STALE_WRITE` where the holder asks for another
 * name than the one that staff have read.
 */
export async function correctName(
  work: UnitOfWork,
  staffId: string,
  id: string,
  {
    holderName,
    requestedName = holderName,
    privateNote = null,
  }: BodyOf<Routes['POST /api/v1/staff/certificates/{certificateId}/correct/']>,
): Promise<void> {
  const before = await requireCertificateRow(work.trx, id);
  if (before.holderName === holderName) return;
  const key = await changeCertificate(work.trx, staffActor(staffId), {
    ...{ id, action: 'CORRECT', privateNote, values: { holderName } },
  });
  await approveRequest(work.trx, staffId, id, requestedName);
  const names = { from: { holderName: before.holderName }, to: { holderName } };
  await recordStaffAudit(work.trx, staffId, 'certificate.CORRECT', id, names);
  await notifyHolder(work, { certificateId: id, notice: 'CORRECT', key });
}

async function approveRequest(trx: Db, staffId: string, id: string, readName: string | null): Promise<void> {
  const request = await trx
    .updateTable('certificateCorrection')
    .set({ status: 'APPROVED', decidedAt: sql<Date>`now()`, decidedById: staffId })
    .where('certificateId', '=', id)
    .where('status', '=', 'OPEN')
    .returning('requestedName')
    .executeTakeFirst();
  if (!request || request.requestedName === readName) return;
  throw new HttpError('STALE_WRITE', {
    message: `The holder asks for the name “${request.requestedName}” now. Reload the page.`,
  });
}

/**
 * Rejects the holder's open request for another name, and informs the holder of the reason. Throws `INVALID_STATE` without an
 * open request.
 */
export async function rejectName(
  work: UnitOfWork,
  staffId: string,
  id: string,
  { reason }: BodyOf<Routes['POST /api/v1/staff/certificates/{certificateId}/reject-name/']>,
): Promise<void> {
  await requireCertificateRow(work.trx, id);
  const rejected = await work.trx
    .updateTable('certificateCorrection')
    .set({ status: 'REJECTED', answer: reason, decidedAt: sql<Date>`now()`, decidedById: staffId })
    .where('certificateId', '=', id)
    .where('status', '=', 'OPEN')
    .returning(['id', 'requestedName'])
    .executeTakeFirst();
  if (!rejected)
    throw new HttpError('INVALID_STATE', { message: 'The holder asks for no other name any more.' });
  const { requestedName } = rejected;
  await recordStaffAudit(work.trx, staffId, 'certificate.REJECT_NAME', id, { requestedName, reason });
  const key = `${rejected.id}:REJECT_NAME`;
  await notifyHolder(work, { certificateId: id, notice: 'REJECT_NAME', reason, key });
}

/**
 * Issues another certificate in the place of one, to which the old link leads. With another email or number it belongs to the account
 * that has verified that one, if any. Returns the new one's id.
 */
export async function replaceCertificate(
  work: UnitOfWork,
  staffId: string,
  id: string,
  { values, reason }: BodyOf<Routes['POST /api/v1/staff/certificates/{certificateId}/replace/']>,
): Promise<string> {
  const { trx } = work;
  const before = await requireCertificateRow(trx, id);
  const input = { ...toIssueInput(values, before.source), eventId: before.eventId };
  const { id: newId } = await issueCertificate(
    trx,
    staffActor(staffId),
    isSameContact(input, before) ? { ...input, ...holderChoicesOf(before) } : input,
    id,
  );
  const key = await changeCertificate(trx, staffActor(staffId), {
    ...{ id, action: 'REPLACE', publicNote: reason, values: { replacedById: newId } },
  });
  await recordStaffAudit(trx, staffId, 'certificate.REPLACE', id, { from: 'ISSUED', to: 'REPLACED', reason });
  await notifyHolder(work, { certificateId: newId, notice: 'REPLACE', reason, key });
  return newId;
}

/** Whether two certificates reach their holder at the same email and number. */
const isSameContact = (one: IssueInput, before: CertificateRow): boolean =>
  (one.holderEmail?.toLowerCase() ?? null) === before.holderEmail && one.holderPhone === before.holderPhone;

/** Returns the holder's account and what the holder has chosen, which a replacement for the same holder keeps. */
const holderChoicesOf = ({ userId, isHidden, isInPortfolio }: CertificateRow) => ({
  userId,
  isHidden,
  isInPortfolio,
});
