import type { staffCertificateRoutes } from '#lib/contract/staff/certificates/certificates.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { runStaffAction } from '../undo/run-staff-action.ts';
import { listStaffCertificates, requireStaffCertificate } from './find-certificates.ts';
import { importCertificates, issueRoster } from './issue-many.ts';
import {
  correctName,
  issueSingle,
  rejectName,
  replaceCertificate,
  revokeCertificate,
} from './write-certificate.ts';

/** Holders without an account are informed by email and SMS too. */
const toVisitors = { hasVisitors: true };

/** Handlers of the staff's side of certificates. [API-52] */
export const staffCertificateHandlers: Handlers<keyof typeof staffCertificateRoutes> = {
  'GET /api/v1/staff/certificates/': async ({ db, query }) =>
    presentPage('/api/v1/staff/certificates/', query, await listStaffCertificates(db, query)),

  'GET /api/v1/staff/certificates/{certificateId}/': ({ db, params }) =>
    requireStaffCertificate(db, params.certificateId),

  'POST /api/v1/staff/certificates/issue/': async ({ body, session, ...deps }) => {
    const issue = (work: Parameters<typeof issueSingle>[0]) => issueSingle(work, session.user.id, body);
    const { id, isExisting } = await runStaffAction(
      deps,
      session.user.id,
      'certificate.ISSUE',
      issue,
      toVisitors,
    );
    return { ...(await requireStaffCertificate(deps.db, id)), isExisting };
  },

  'POST /api/v1/staff/certificates/import/': ({ body, session, ...deps }) =>
    importCertificates(deps, session.user.id, body),

  'POST /api/v1/staff/certificates/issue-roster/': ({ body, session, ...deps }) =>
    issueRoster(deps, session.user.id, body),

  'POST /api/v1/staff/certificates/{certificateId}/revoke/': async ({ params, body, session, ...deps }) => {
    const staffId = session.user.id;
    await runStaffAction(
      deps,
      staffId,
      'certificate.REVOKE',
      (work) => revokeCertificate(work, staffId, params.certificateId, body),
      toVisitors,
    );
    return requireStaffCertificate(deps.db, params.certificateId);
  },

  'POST /api/v1/staff/certificates/{certificateId}/correct/': async ({ params, body, session, ...deps }) => {
    const staffId = session.user.id;
    await runStaffAction(
      deps,
      staffId,
      'certificate.CORRECT',
      (work) => correctName(work, staffId, params.certificateId, body),
      toVisitors,
    );
    return requireStaffCertificate(deps.db, params.certificateId);
  },

  'POST /api/v1/staff/certificates/{certificateId}/reject-name/': async ({
    params,
    body,
    session,
    ...deps
  }) => {
    const staffId = session.user.id;
    await runStaffAction(
      deps,
      staffId,
      'certificate.REJECT_NAME',
      (work) => rejectName(work, staffId, params.certificateId, body),
      toVisitors,
    );
    return requireStaffCertificate(deps.db, params.certificateId);
  },

  'POST /api/v1/staff/certificates/{certificateId}/replace/': async ({ params, body, session, ...deps }) => {
    const staffId = session.user.id;
    const id = await runStaffAction(
      deps,
      staffId,
      'certificate.REPLACE',
      (work) => replaceCertificate(work, staffId, params.certificateId, body),
      toVisitors,
    );
    return requireStaffCertificate(deps.db, id);
  },
};
