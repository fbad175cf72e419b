import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { email, maxLength } from '#lib/contract/core/fields.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';

/** The people who hold interviews. */

export const interviewer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The account of a member of staff; null for a guest. */
  userId: z.nullable(z.string()),
  /** Only active interviewers get new slots. */
  isActive: z.boolean(),
  /** Booked interviews in the future. */
  booked: z.number(),
});
export type Interviewer = z.output<typeof interviewer>;

const fields = {
  name: z
    .string({ error: 'Please enter a name' })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, 'Please enter a name'), maxLength(80)),
  email,
  userId: z.nullable(z.uuid({ error: 'Please choose a member of staff' })),
};

export const interviewerRoutes = {
  'GET /api/v1/staff/interviewers/': endpoint({
    row: 'API-43',
    summary: 'List interviewers by name, active ones first',
    access: 'staff',
    response: z.object({ results: z.array(interviewer) }),
  }),

  'POST /api/v1/staff/interviewers/create/': endpoint({
    row: 'API-43',
    summary: 'Add an interviewer: a member of staff or a guest',
    access: 'staff',
    body: z.strictObject(fields),
    response: interviewer,
  }),

  'PATCH /api/v1/staff/interviewers/{interviewerId}/update/': endpoint({
    row: 'API-43',
    summary: 'Change an interviewer; absent fields stay unchanged',
    access: 'staff',
    body: z.partial(z.strictObject({ ...fields, isActive: z.boolean() })),
    response: interviewer,
  }),
};
