import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { portfolioLengths, workKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import {
  coverMediaId,
  line,
  paragraphs,
  partialDate,
  pastedUrl,
  projectTitle,
  workTitle,
} from './portfolio-fields.ts';
import {
  completeness,
  link,
  project,
  publishedWork,
  skills,
  version,
  write,
  writeErrors,
} from './portfolio-schemas.ts';

/** The entries of a portfolio as the API returns them: links, published works and projects. */

/** Chosen by the client, so that a retry refers to the same entry and a deleted entry can be restored. */
const id = z.optional(z.uuid({ error: 'id must be a UUID' }));
/** Without a version the entry is written unconditionally, even if somebody else has changed it. */
const seenVersion = { version: z.optional(version) };
/** The position among entries of this kind, from 0. The other entries shift. */
const order = z.optional(z.number({ error: 'order must be a number' }).check(z.int(), z.gte(0)));
const visible = z.optional(z.boolean({ error: 'visible must be true or false' }));
const dates = {
  startedOn: z.optional(z.nullable(partialDate)),
  endedOn: z.optional(z.nullable(partialDate)),
};
const story = z.optional(paragraphs(portfolioLengths.story));
const summary = z.optional(paragraphs(portfolioLengths.summary));
const optionalUrl = z.optional(z.nullable(pastedUrl));

const projectFields = {
  summary,
  role: z.optional(line(portfolioLengths.title)),
  problem: story,
  approach: story,
  outcome: story,
  ...dates,
  skills: z.optional(skills),
  coverMediaId,
  documentUrl: optionalUrl,
  order,
  visible,
};

const workFields = {
  kind: z.optional(z.enum(keysOf(workKindLabels), { error: 'Please choose a kind' })),
  publisher: z.optional(line(portfolioLengths.title)),
  publishedOn: z.optional(z.nullable(partialDate)),
  summary,
  coverMediaId,
  order,
  visible,
};

/** The part of the portfolio that the response to every write of an entry contains. */
const portfolioState = { version: z.number(), completeness };
const deleted = z.object(portfolioState);
const linkWritten = z.object({ link, ...portfolioState });
const projectWritten = z.object({ project, ...portfolioState });
const workWritten = z.object({ publishedWork, ...portfolioState });
const isExisting = z.boolean();

const createErrors = [
  ...writeErrors,
  'LINK_INVALID',
  'LIMIT_REACHED',
] as const satisfies readonly ErrorCode[];

export const portfolioEntryRoutes = {
  'POST /api/v1/portfolios/{portfolioId}/links/create/': endpoint({
    row: 'API-31',
    summary: 'Add a link; a repeated address returns the existing link',
    ...write,
    body: z.object({
      id,
      url: pastedUrl,
      label: z.optional(line(portfolioLengths.label)),
      order,
      ...seenVersion,
    }),
    response: z.object({ link, isExisting, ...portfolioState }),
    errors: createErrors,
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/links/{linkId}/update/': endpoint({
    row: 'API-31',
    summary: 'Change a link or its position',
    ...write,
    body: z.object({
      url: z.optional(pastedUrl),
      label: z.optional(line(portfolioLengths.label)),
      order,
      ...seenVersion,
    }),
    response: linkWritten,
    errors: [...writeErrors, 'LINK_INVALID'],
  }),

  'DELETE /api/v1/portfolios/{portfolioId}/links/{linkId}/delete/': endpoint({
    row: 'API-31',
    summary: 'Delete a link',
    ...write,
    response: deleted,
    errors: writeErrors,
  }),

  'POST /api/v1/portfolios/{portfolioId}/published-works/create/': endpoint({
    row: 'API-32',
    summary: 'Add a published work; a repeated address returns the existing work',
    ...write,
    body: z.object({ id, title: workTitle, url: pastedUrl, ...workFields, ...seenVersion }),
    response: z.object({ publishedWork, isExisting, ...portfolioState }),
    errors: createErrors,
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/update/': endpoint({
    row: 'API-32',
    summary: 'Change a published work or its position',
    ...write,
    body: z.object({
      title: z.optional(workTitle),
      url: z.optional(pastedUrl),
      ...workFields,
      ...seenVersion,
    }),
    response: workWritten,
    errors: [...writeErrors, 'LINK_INVALID'],
  }),

  'DELETE /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/delete/': endpoint({
    row: 'API-32',
    summary: 'Delete a published work',
    ...write,
    response: deleted,
    errors: writeErrors,
  }),

  'POST /api/v1/portfolios/{portfolioId}/projects/create/': endpoint({
    row: 'API-33',
    summary: 'Add a project; a repeated `id` returns the existing project',
    ...write,
    body: z.object({ id, title: projectTitle, ...projectFields, ...seenVersion }),
    response: z.object({ project, isExisting, ...portfolioState }),
    errors: createErrors,
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/projects/{projectId}/update/': endpoint({
    row: 'API-33',
    summary: 'Change a project or its position',
    ...write,
    body: z.object({ title: z.optional(projectTitle), ...projectFields, ...seenVersion }),
    response: projectWritten,
    errors: [...writeErrors, 'LINK_INVALID'],
  }),

  'POST /api/v1/portfolios/{portfolioId}/projects/{projectId}/mark-as-featured/': endpoint({
    row: 'API-33',
    summary: 'Feature this project in place of any other; `isFeatured: false` removes the mark',
    ...write,
    body: z.object({ isFeatured: z._default(z.boolean(), true) }),
    response: z.object({ featuredProjectId: z.nullable(z.string()), ...portfolioState }),
    errors: writeErrors,
  }),

  'DELETE /api/v1/portfolios/{portfolioId}/projects/{projectId}/delete/': endpoint({
    row: 'API-33',
    summary: 'Delete a project',
    ...write,
    response: deleted,
    errors: writeErrors,
  }),
};
