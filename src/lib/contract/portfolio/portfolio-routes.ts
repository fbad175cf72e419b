import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { openToLabels, visibilities } from '#lib/domain/portfolio/portfolio.ts';
import { about, coverMediaId, coverPosition, headline, location, slug } from './portfolio-fields.ts';
import {
  educations,
  experiences,
  portfolio,
  skills,
  version,
  write,
  writeErrors,
} from './portfolio-schemas.ts';

export const portfolioRoutes = {
  'GET /api/v1/portfolios/': endpoint({
    row: 'API-30',
    summary: "The caller's own portfolio, made empty and private at the first call",
    access: 'verified',
    query: z.object(paging),
    response: listOf(portfolio),
  }),

  'GET /api/v1/portfolios/{slug}/': endpoint({
    row: 'API-30',
    summary: 'Get a portfolio as the caller may see it; a former address works too',
    access: 'anyone',
    response: portfolio,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  }),

  'PATCH /api/v1/portfolios/{portfolioId}/update/': endpoint({
    row: 'API-30',
    summary: 'Change a portfolio; absent fields stay unchanged, and an outdated version is rejected',
    ...write,
    // Enough for 20 jobs of 7 fields and 20 schools of 6, at maximum length in a script of three bytes per
    // letter.
    maxBodyKeys: 400,
    maxBodyBytes: 320 * 1024,
    body: z.object({
      version,
      /** The readable address. It is used while the portfolio is private or public. */
      slug: z.optional(slug),
      headline: z.optional(headline),
      about: z.optional(about),
      location: z.optional(location),
      openTo: z.optional(z.array(z.enum(keysOf(openToLabels), { error: 'Unknown choice' }))),
      skills: z.optional(skills),
      visibility: z.optional(z.enum(visibilities, { error: 'Choose PRIVATE, UNLISTED or PUBLIC' })),
      allowIndexing: z.optional(z.boolean()),
      showEmail: z.optional(z.boolean()),
      showPhone: z.optional(z.boolean()),
      coverMediaId,
      coverPosition: z.optional(coverPosition),
      experience: z.optional(experiences),
      education: z.optional(educations),
    }),
    response: portfolio,
    errors: [...writeErrors, 'SLUG_TAKEN', 'LIMIT_REACHED'],
  }),
};
