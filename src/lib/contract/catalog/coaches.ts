import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { industries } from '#lib/domain/core/industries.ts';

/** A coach. We store neither an email address nor a phone number of coaches. */
export const coach = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  avatar: z.nullable(avatar),
  headline: z.string(),
  company: z.string(),
  pastCompanies: z.array(z.string()),
  yearsOfExperience: z.number(),
  expertise: z.array(z.string()),
  industries: z.array(z.enum(industries)),
  programTypes: z.array(z.enum(programTypes)),
  /** Names of languages: `Tamil`. */
  languages: z.array(z.string()),
  location: z.string(),
  /** An IANA time zone. */
  timeZone: z.string(),
  bio: z.string(),
  linkedinUrl: z.nullable(z.string()),
  /** A film in which they speak. */
  videoUrl: z.nullable(z.string()),
  /** Position in the list. */
  order: z.number(),
});

export type Coach = z.output<typeof coach>;

export const coachRoutes = {
  'GET /api/v1/public/coaches/': endpoint({
    row: 'API-22',
    summary: 'List coaches in the order in which pages show them',
    access: 'public',
    query: z.object(paging),
    response: listOf(coach),
  }),
};
