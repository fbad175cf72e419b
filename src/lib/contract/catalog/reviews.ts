import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';

export const review = z.object({
  id: z.string(),
  programType: z.enum(programTypes),
  batchName: z.string(),
  /** Whole stars, 1 to 5. */
  rating: z.number().check(z.minimum(1), z.maximum(5)),
  title: z.string(),
  body: z.string(),
  author: z.object({
    name: z.string(),
    role: z.string(),
    company: z.string(),
    avatar: z.nullable(avatar),
    linkedinUrl: z.nullable(z.string()),
    isVerifiedLearner: z.boolean(),
  }),
  /** Where the review was written: with us, or on the site of `sourceUrl`. */
  source: z.string(),
  sourceUrl: z.nullable(z.string()),
  featured: z.boolean(),
  publishedAt: instant,
});

export type Review = z.output<typeof review>;

export const reviewRoutes = {
  'GET /api/v1/public/reviews/': endpoint({
    row: 'API-52',
    summary: 'List learners’ reviews of a programme, featured ones first, then newest first',
    access: 'public',
    query: z.object(paging),
    response: listOf(review),
  }),
};
