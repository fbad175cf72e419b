import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { keysOf } from '#lib/domain/core/keys-of.ts';
import { portfolioLengths, workKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import {
  completeness,
  link,
  project,
  publishedWork,
  skills,
  version,
  write,
  writeErrors,
} from './portfolio.ts';
import { line, paragraphs, partialDate, pastedUrl, projectTitle, workTitle } from './portfolio-fields.ts';

/** What a portfolio lists: links, published works and projects. */

/** Made by the sender, so that a repeat is the same entry and one taken away can be put back. */
const id = z.optional(z.uuid({ error: 'id must be a UUID' }));
/** Absent: the entry is written whatever others wrote meanwhile. */
const seen = { version: z.optional(version) };
/** Where among its kind, from 0; the others make room. */
const order = z.optional(z.number({ error: 'order must be a number' }).check(z.int(), z.gte(0)));
const visible = z.optional(z.boolean({ error: 'visible must be true or false' }));
/** An uploaded public picture of the caller's own; null takes it away. */
const coverMediaId = z.optional(z.nullable(z.uuid({ error: 'Please choose a picture' })));
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

/** What every write of an entry says about the whole. */
const after = { version: z.number(), completeness };
const deleted = z.object(after);
const linkWritten = z.object({ link, ...after });
const projectWritten = z.object({ project, ...after });
const workWritten = z.object({ publishedWork, ...after });
const isExisting = z.boolean();

const createErrors = [
  ...writeErrors,
  'LINK_INVALID',
  'LIMIT_REACHED',
] as const satisfies readonly ErrorCode[];

export const portfolioEntryRoutes = {
  'POST /api/v1/portfolios/{portfolioId}/links/create/': endpoint({
    row: 'API-31',
    summary: 'Add a link; the same address twice is the same link',
    ...write,
    body: z.object({ id, url: pastedUrl, label: z.optional(line(portfolioLengths.label)), order, ...seen }),
    response: z.object({ link, isExisting, ...after }),
    errors: createErrors,
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/links/{linkId}/update/': endpoint({
    row: 'API-31',
    summary: 'Change a link or its place',
    ...write,
    body: z.object({
      url: z.optional(pastedUrl),
      label: z.optional(line(portfolioLengths.label)),
      order,
      ...seen,
    }),
    response: linkWritten,
    errors: [...writeErrors, 'LINK_INVALID'],
  }),

  'DELETE /api/v1/portfolios/{portfolioId}/links/{linkId}/delete/': endpoint({
    row: 'API-31',
    summary: 'Take a link away',
    ...write,
    response: deleted,
    errors: writeErrors,
  }),

  'POST /api/v1/portfolios/{portfolioId}/published-works/create/': endpoint({
    row: 'API-32',
    summary: 'Add a published work; the same address twice is the same work',
    ...write,
    body: z.object({ id, title: workTitle, url: pastedUrl, ...workFields, ...seen }),
    response: z.object({ publishedWork, isExisting, ...after }),
    errors: createErrors,
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/update/': endpoint({
    row: 'API-32',
    summary: 'Change a published work or its place',
    ...write,
    body: z.object({ title: z.optional(workTitle), url: z.optional(pastedUrl), ...workFields, ...seen }),
    response: workWritten,
    errors: [...writeErrors, 'LINK_INVALID'],
  }),

  'DELETE /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/delete/': endpoint({
    row: 'API-32',
    summary: 'Take a published work away',
    ...write,
    response: deleted,
    errors: writeErrors,
  }),

  'POST /api/v1/portfolios/{portfolioId}/projects/create/': endpoint({
    row: 'API-33',
    summary: 'Add a project; the same `id` twice is the same project',
    ...write,
    body: z.object({ id, title: projectTitle, ...projectFields, ...seen }),
    response: z.object({ project, isExisting, ...after }),
    errors: createErrors,
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/projects/{projectId}/update/': endpoint({
    row: 'API-33',
    summary: 'Change a project or its place',
    ...write,
    body: z.object({ title: z.optional(projectTitle), ...projectFields, ...seen }),
    response: projectWritten,
    errors: [...writeErrors, 'LINK_INVALID'],
  }),

  'POST /api/v1/portfolios/{portfolioId}/projects/{projectId}/mark-as-featured/': endpoint({
    row: 'API-33',
    summary: 'Make this the one project that is shown first; `isFeatured: false` takes the mark away',
    ...write,
    body: z.object({ isFeatured: z._default(z.boolean(), true) }),
    response: z.object({ featuredProjectId: z.nullable(z.string()), ...after }),
    errors: writeErrors,
  }),

  'DELETE /api/v1/portfolios/{portfolioId}/projects/{projectId}/delete/': endpoint({
    row: 'API-33',
    summary: 'Take a project away',
    ...write,
    response: deleted,
    errors: writeErrors,
  }),
};
