import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { email, maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { version } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { line } from '../job-schemas.ts';
import { optionalText, staffPaging, staffSearch } from '../list.ts';

/** Employers with their contacts, as staff see them. */

export const employerContact = z.object({
  id: z.string(),
  name: z.string(),
  role: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The one that staff write to first. */
  isMain: z.boolean(),
  version: z.number(),
});
export type EmployerContact = z.output<typeof employerContact>;

export const staffEmployerCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Path of a picture; null without a logo. */
  logo: z.nullable(z.string()),
  isArchived: z.boolean(),
  openJobs: z.number(),
  /** Applications to its jobs that wait for a first reply. */
  waiting: z.number(),
  /** When it last opened a link to candidates, or answered. */
  lastContactAt: z.nullable(instant),
});
export type StaffEmployerCard = z.output<typeof staffEmployerCard>;

export const staffEmployer = z.extend(staffEmployerCard, {
  website: z.nullable(z.string()),
  /** Markdown. */
  about: z.string(),
  version: z.number(),
  /** The first 200, the main one at the top; `…/contacts/` lists all of them. */
  contacts: z.array(employerContact),
});
export type StaffEmployer = z.output<typeof staffEmployer>;

const employerFields = {
  name: line('Please enter the employer’s name', 80),
  /** The server normalises it and rejects all but http(s) addresses (C-36). */
  website: z.nullable(z.string({ error: 'Please enter an address' }).check(maxLength(2048))),
  /** Markdown. */
  about: z
    .string({ error: 'Please write a few sentences about the employer' })
    .check(z.trim(), z.minLength(1, 'Please write a few sentences about the employer'), maxLength(5000)),
};

const contactFields = {
  name: line('Please enter a name', 80),
  role: optionalText(80),
  email: z.nullable(email),
  phone: z.nullable(
    z
      .string({ error: 'Please enter a phone number' })
      .check(z.trim(), z.regex(/^\+?[0-9][0-9 ()-]{4,24}$/, 'Please enter a valid phone number')),
  ),
  note: optionalText(1000),
  isMain: z.boolean(),
};

export const staffEmployerRoutes = {
  'GET /api/v1/staff/employers/': endpoint({
    row: 'API-41',
    summary: 'List employers, newest first, with their open jobs and waiting applications',
    access: 'staff',
    query: z.object({
      /** Words of the name. */
      search: staffSearch,
      /** `true` lists archived employers only. */
      archived: z.optional(z.enum(['true', 'false'], { error: 'archived is true or false' })),
      ...staffPaging,
    }),
    response: listOfRows(staffEmployerCard),
  }),

  'GET /api/v1/staff/employers/{employerId}/': endpoint({
    row: 'API-41',
    summary: 'Get an employer with its contacts',
    access: 'staff',
    response: staffEmployer,
  }),

  'POST /api/v1/staff/employers/create/': endpoint({
    row: 'API-41',
    summary: 'Add an employer',
    access: 'staff',
    body: z.strictObject(employerFields),
    response: staffEmployer,
    errors: ['ALREADY_EXISTS', 'LINK_INVALID'],
  }),

  'PATCH /api/v1/staff/employers/{employerId}/update/': endpoint({
    row: 'API-41',
    summary:
      'Change an employer; absent fields stay unchanged. `version` is the last one that the client loaded',
    access: 'staff',
    body: z.partial(
      z.strictObject({
        ...employerFields,
        /** A public picture of the caller's own. */
        logo: z.nullable(z.strictObject({ mediaId: z.uuid({ error: 'Please choose a picture' }) })),
        version,
      }),
    ),
    response: staffEmployer,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'LINK_INVALID', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/employers/{employerId}/archive/': endpoint({
    row: 'API-41',
    summary: 'Archive an employer without an open job, or take it back; repeating it changes nothing',
    access: 'staff',
    body: z.strictObject({ isArchived: z.boolean() }),
    response: staffEmployer,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/employers/{employerId}/merge/': endpoint({
    row: 'API-41',
    summary:
      'Merge another employer into this one, with its jobs and contacts; can be undone for half an hour',
    access: 'staff',
    body: z.strictObject({ otherEmployerId: z.uuid({ error: 'Choose another employer.' }) }),
    response: staffEmployer,
    errors: ['INVALID_STATE'],
  }),

  'GET /api/v1/staff/employers/{employerId}/contacts/': endpoint({
    row: 'API-41',
    summary: 'List the contacts of an employer, the main one first',
    access: 'staff',
    query: z.object(staffPaging),
    response: listOfRows(employerContact),
  }),

  'POST /api/v1/staff/employers/{employerId}/contacts/create/': endpoint({
    row: 'API-41',
    summary: 'Add a contact of an employer; the first one is the main one',
    access: 'staff',
    body: z.strictObject({
      ...contactFields,
      /** Made by the sender, so that a request that is sent twice adds one contact. */
      id: z.optional(z.uuid({ error: 'Please reload the page' })),
    }),
    response: staffEmployer,
    errors: ['INVALID_STATE'],
  }),

  'PATCH /api/v1/staff/employer-contacts/{contactId}/update/': endpoint({
    row: 'API-41',
    summary: 'Change a contact of an employer; absent fields stay unchanged',
    access: 'staff',
    body: z.partial(z.strictObject({ ...contactFields, version })),
    response: staffEmployer,
    errors: ['INVALID_STATE', 'STALE_WRITE'],
  }),

  'DELETE /api/v1/staff/employer-contacts/{contactId}/delete/': endpoint({
    row: 'API-41',
    summary: 'Delete a contact of an employer; can be undone for half an hour',
    access: 'staff',
    response: staffEmployer,
    errors: ['INVALID_STATE'],
  }),
};
