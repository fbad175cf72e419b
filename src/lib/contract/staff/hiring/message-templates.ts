import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { findFieldProblem } from '#lib/domain/hiring/applications/message-fields.ts';
import { templatePurposes } from '#lib/domain/staff/message-templates.ts';

/** Texts that staff reuse in messages to candidates. */

/** Rejects a text with a field that does not exist, by its name. */
export const fieldsAreKnown = z.superRefine<string>((text, context) => {
  const problem = findFieldProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem, input: text });
});

/** A note to a candidate with fields, which are filled for each candidate. An empty one becomes null. */
export const noteWithFields = z.nullable(
  z.pipe(
    z.string({ error: 'Please enter text' }).check(maxLength(1000), fieldsAreKnown),
    z.transform((text) => text.trim() || null),
  ),
);

const messageTemplate = z.object({
  id: z.string(),
  purpose: z.enum(keysOf(templatePurposes)),
  name: z.string(),
  /** Null for a note. */
  subject: z.nullable(z.string()),
  text: z.string(),
  version: z.number(),
  updatedBy: z.nullable(z.string()),
  updatedAt: instant,
});
export type MessageTemplate = z.output<typeof messageTemplate>;

const templateFields = {
  purpose: z.enum(keysOf(templatePurposes), { error: 'Please choose what it is for' }),
  name: z
    .string({ error: 'Enter a name' })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, 'Enter a name'), maxLength(80)),
  /** Needed for a message; a note has none. */
  subject: z.nullable(
    z
      .string({ error: 'Enter a subject' })
      .check(z.overwrite(formatTrimmedText), maxLength(120), fieldsAreKnown),
  ),
  text: z
    .string({ error: 'Write the text' })
    .check(z.trim(), z.minLength(1, 'Write the text'), maxLength(500), fieldsAreKnown),
};
const route = { row: 'API-42', access: 'staff' } as const;

export const messageTemplateRoutes = {
  'GET /api/v1/staff/message-templates/': endpoint({
    ...route,
    summary: 'List the texts that staff reuse in messages to candidates, by purpose and name',
    response: listOf(messageTemplate),
  }),

  'POST /api/v1/staff/message-templates/create/': endpoint({
    ...route,
    summary: 'Add a template; a repeated request returns the first one',
    body: z.strictObject({
      /** Made by the sender, so that a request that is sent twice adds one template. */
      id: z.uuid({ error: 'Please reload the page' }),
      ...templateFields,
    }),
    response: z.extend(messageTemplate, { isExisting: z.boolean() }),
    errors: ['ALREADY_EXISTS'],
  }),

  'PATCH /api/v1/staff/message-templates/{templateId}/update/': endpoint({
    ...route,
    summary: 'Change a template; of two changes of one version, the second is rejected with the latest one',
    body: z.strictObject({
      ...templateFields,
      version: z.int().check(z.minimum(1), z.maximum(2_147_483_646)),
    }),
    response: messageTemplate,
    errors: ['ALREADY_EXISTS', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/message-templates/{templateId}/delete/': endpoint({
    ...route,
    summary: 'Delete a template, which can be restored',
    body: z.strictObject({}),
    response: z.object({}),
  }),

  'POST /api/v1/staff/message-templates/{templateId}/restore/': endpoint({
    ...route,
    summary: 'Restore a deleted template',
    body: z.strictObject({}),
    response: messageTemplate,
    errors: ['ALREADY_EXISTS'],
  }),
};
