import type { employerLinkRoutes } from '#lib/contract/hiring/employer-links.ts';
import type { Handlers } from '#lib/server/context.ts';
import { shortlistPath } from '#lib/server/hiring/employer-links/link-key.ts';
import { requireStaffJob } from '../jobs/find-jobs.ts';
import { listEmployerLinks, requireEmployerLink, requireEmployerReview } from './find-employer-links.ts';
import { createEmployerLink, markReviewRead, revokeEmployerLink } from './write-employer-link.ts';

/** Handlers of employers' links. Each write records its audit event in its own transaction. */
export const employerLinkHandlers: Handlers<keyof typeof employerLinkRoutes> = {
  'GET /api/v1/staff/jobs/{jobId}/employer-links/': async ({ db, params }) => {
    const { id } = await requireStaffJob(db, params.jobId);
    return { results: await listEmployerLinks(db, id) };
  },

  'POST /api/v1/staff/jobs/{jobId}/employer-links/create/': async ({ db, config, params, session, body }) => {
    const job = await requireStaffJob(db, params.jobId);
    const { id, key, isExisting } = await createEmployerLink(db, session.user.id, job.id, body);
    const url = key && `${config.siteOrigin}${shortlistPath(key)}`;
    return { link: await requireEmployerLink(db, id), url, isExisting };
  },

  'POST /api/v1/staff/employer-links/{linkId}/revoke/': async ({ db, params, session }) => {
    const { id } = await requireEmployerLink(db, params.linkId);
    await revokeEmployerLink(db, session.user.id, id);
    return requireEmployerLink(db, id);
  },

  'POST /api/v1/staff/employer-reviews/{reviewId}/mark-read/': async ({ db, params, session, body }) => {
    const { id } = await requireEmployerReview(db, params.reviewId);
    await markReviewRead(db, session.user.id, id, body.version);
    return requireEmployerReview(db, id);
  },
};
