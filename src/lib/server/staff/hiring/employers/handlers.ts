import type { staffEmployerRoutes } from '#lib/contract/staff/hiring/employers.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../../list-page.ts';
import { listContactPage, listStaffEmployers, requireStaffEmployer } from './find-employers.ts';
import { mergeEmployers } from './merge-employers.ts';
import { createContact, deleteContact, updateContact } from './write-contact.ts';
import { archiveEmployer, createEmployer, updateEmployer } from './write-employer.ts';

export const employerHandlers: Handlers<keyof typeof staffEmployerRoutes> = {
  'GET /api/v1/staff/employers/': async ({ db, query }) =>
    presentPage('/api/v1/staff/employers/', query, await listStaffEmployers(db, query)),

  'GET /api/v1/staff/employers/{employerId}/': ({ db, params }) =>
    requireStaffEmployer(db, params.employerId),

  'POST /api/v1/staff/employers/create/': async ({ db, session, body }) =>
    requireStaffEmployer(db, await createEmployer(db, session.user.id, body)),

  'PATCH /api/v1/staff/employers/{employerId}/update/': async ({ db, params, session, body }) => {
    await updateEmployer(db, session.user.id, params.employerId, body);
    return requireStaffEmployer(db, params.employerId);
  },

  'POST /api/v1/staff/employers/{employerId}/archive/': async ({ db, params, session, body }) => {
    await archiveEmployer(db, session.user.id, params.employerId, body.isArchived);
    return requireStaffEmployer(db, params.employerId);
  },

  'POST /api/v1/staff/employers/{employerId}/merge/': async ({ params, session, body, ...deps }) => {
    await mergeEmployers(deps, session.user.id, params.employerId, body.otherEmployerId);
    return requireStaffEmployer(deps.db, params.employerId);
  },

  'GET /api/v1/staff/employers/{employerId}/contacts/': async ({ db, params, query }) => {
    const { id } = await requireStaffEmployer(db, params.employerId);
    const path = `/api/v1/staff/employers/${id}/contacts/`;
    return presentPage(path, query, await listContactPage(db, id, query));
  },

  'POST /api/v1/staff/employers/{employerId}/contacts/create/': async ({ db, params, session, body }) => {
    await createContact(db, session.user.id, params.employerId, body);
    return requireStaffEmployer(db, params.employerId);
  },

  'PATCH /api/v1/staff/employer-contacts/{contactId}/update/': async ({ db, params, session, body }) =>
    requireStaffEmployer(db, await updateContact(db, session.user.id, params.contactId, body)),

  'DELETE /api/v1/staff/employer-contacts/{contactId}/delete/': async ({ params, session, ...deps }) =>
    requireStaffEmployer(deps.db, await deleteContact(deps, session.user.id, params.contactId)),
};
