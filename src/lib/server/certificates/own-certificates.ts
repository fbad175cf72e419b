import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OwnCertificate, ownCertificateRoutes } from '#lib/contract/certificates/own-certificates.ts';
import { type CertificateStatus, certificateStatusLabels } from '#lib/domain/certificates/certificate.ts';
import { certificateFlow } from '#lib/domain/certificates/certificate-flow.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import type { Handlers } from '#lib/server/context.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import {
  type CertificateRow,
  createCertificateNotFoundError,
  publicStatusOf,
  requireCertificateRow,
  selectCertificates,
} from './certificate-rows.ts';
import { loadVisits } from './certificate-visits.ts';
import { changeCertificate } from './change-certificate.ts';

/** Handlers of the holder’s own certificates. [API-52, C-39] */
export const ownCertificateHandlers: Handlers<keyof typeof ownCertificateRoutes> = {
  'GET /api/v1/certificates/': async ({ db, session, query }) =>
    presentList(
      '/api/v1/certificates/',
      query,
      pageOf(await listOwnCertificates(db, session.user.id), query),
    ),

  'POST /api/v1/certificates/{certificateId}/visibility/': async ({ db, session, params, body }) => {
    const { certificateId: id } = params;
    const { isHidden } = body;
    const row = await requireOwnCertificate(db, session.user.id, id);
    // A double click changes nothing.
    if (row.isHidden !== isHidden)
      await db.transaction().execute((trx) =>
        changeCertificate(trx, candidateActor(session.user.id), {
          ...{ id, action: isHidden ? 'HIDE' : 'SHOW', values: { isHidden } },
        }),
      );
    return presentOwn(db, await requireOwnCertificate(db, session.user.id, id));
  },

  'POST /api/v1/certificates/{certificateId}/portfolio/': async ({ db, session, params, body }) => {
    const { id } = await requireOwnCertificate(db, session.user.id, params.certificateId);
    await db
      .updateTable('certificate')
      .set({ isInPortfolio: body.isInPortfolio })
      .where('id', '=', id)
      .where('userId', '=', session.user.id)
      .execute();
    return presentOwn(db, await requireOwnCertificate(db, session.user.id, id));
  },

  'POST /api/v1/certificates/{certificateId}/request-name/': async ({ db, session, params, body }) => {
    const row = await requireOwnCertificate(db, session.user.id, params.certificateId);
    if (row.status !== 'ISSUED')
      throw new HttpError('INVALID_STATE', {
        message: 'The name on this certificate cannot change any more.',
      });
    if (body.holderName === row.holderName)
      throw new HttpError('VALIDATION_FAILED', {
        ...{ message: 'The certificate has this name already.', fields: ['holderName'] },
      });
    await requestName(db, row, session.user.id, body);
    return presentOwn(db, row);
  },
};

/**
 * Lists the certificates of a person, the newest first. Those that were issued to the verified number or email before there was
 * an account are claimed first, each by one account only.
 */
export async function listOwnCertificates(db: Db, userId: string): Promise<OwnCertificate[]> {
  await claimCertificates(db, userId);
  const rows = await selectCertificates(db)
    .where('userId', '=', userId)
    .where('status', '!=', 'DRAFT')
    .orderBy('issuedOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return Promise.all(rows.map((row) => presentOwn(db, row)));
}

async function claimCertificates(db: Db, userId: string): Promise<void> {
  await sql`
    update certificate set user_id = person.id
    from app_user person
    where person.id = ${userId} and certificate.user_id is null and (
      (certificate.holder_phone = person.phone_e164 and person.phone_verified_at is not null)
      or (certificate.holder_email = lower(person.email) and person.email_verified_at is not null))`.execute(
    db,
  );
}

/** Returns an own certificate. Throws `CERTIFICATE_NOT_FOUND` for everybody else's too. [C-39] */
async function requireOwnCertificate(db: Db, userId: string, id: string): Promise<CertificateRow> {
  const row = await requireCertificateRow(db, id);
  if (row.userId !== userId || row.status === 'DRAFT') throw createCertificateNotFoundError();
  return row;
}

async function presentOwn(db: Db, row: CertificateRow): Promise<OwnCertificate> {
  const { id, shortUuid, title, batchName, holderName, issuedOn, isHidden, isInPortfolio } = row;
  const status = publicStatusOf(row) ?? 'ISSUED';
  const actions = allowedActions(certificateFlow, 'CANDIDATE', row.status, { isHidden, reason: null });
  const can = (name: string) => actions.some(({ action, enabled }) => action === name && enabled);
  const request = await db
    .selectFrom('certificateCorrection')
    .select(['requestedName', 'status', 'answer'])
    .where('certificateId', '=', id)
    .orderBy('requestedAt', 'desc')
    .executeTakeFirst();
  return {
    ...{ id, shortUuid, title, batchName, holderName, issuedOn, status },
    ...{ statusLabel: formatOwnStatus(row, status), canHide: can('HIDE'), canShow: can('SHOW') },
    requestedName: request?.status === 'OPEN' ? request.requestedName : null,
    answer: request?.status === 'REJECTED' ? request.answer : null,
    isInPortfolio,
    visits: await loadVisits(db, id),
  };
}

/** Returns the label of a status; of a hidden certificate that is not valid either, the holder reads both. */
function formatOwnStatus(row: CertificateRow, status: CertificateStatus): string {
  const label = certificateStatusLabels[status];
  const shown = publicStatusOf({ ...row, isHidden: false }) ?? 'ISSUED';
  return shown === 'ISSUED' || shown === status ? label : `${certificateStatusLabels[shown]} · ${label}`;
}

/** Stores the request with one statement; a certificate has at most one open request. */
async function requestName(
  db: Db,
  { id: certificateId }: CertificateRow,
  userId: string,
  { holderName: requestedName, note = null }: { holderName: string; note?: string | null | undefined },
): Promise<void> {
  await db
    .insertInto('certificateCorrection')
    .values({ id: uuidv7(), certificateId, userId, requestedName, note, status: 'OPEN' })
    .onConflict((conflict) =>
      conflict
        .column('certificateId')
        .where('status', '=', 'OPEN')
        .doUpdateSet({ requestedName, note, requestedAt: sql<Date>`now()` }),
    )
    .execute();
}
