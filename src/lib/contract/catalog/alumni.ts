import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { transitionLabels } from '#lib/domain/catalog/alumni.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { industries } from '#lib/domain/core/industries.ts';
import { keysOf } from '#lib/domain/core/record.ts';

/** Version 1: an alumnus with the current job. This version is frozen. */
export const alumnus = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  avatar: z.nullable(avatar),
  headline: z.string(),
  currentRole: z.string(),
  currentCompany: z.string(),
  programType: z.enum(programTypes),
  batchName: z.string(),
  /** A calendar day. */
  graduatedOn: z.iso.date(),
  location: z.string(),
  industry: z.enum(industries),
  quote: z.string(),
  linkedinUrl: z.nullable(z.string()),
  portfolioSlug: z.nullable(z.string()),
  certificateShortUuid: z.nullable(z.string()),
  featured: z.boolean(),
});

/** Version 2 adds the previous job, which is null for a first job, and a film. */
export const alumnusWithTransition = z.extend(alumnus, {
  previousRole: z.nullable(z.string()),
  previousCompany: z.nullable(z.string()),
  transition: z.enum(keysOf(transitionLabels)),
  /** A film in which they speak. */
  videoUrl: z.nullable(z.string()),
});

export type Alumnus = z.output<typeof alumnus>;
export type AlumnusWithTransition = z.output<typeof alumnusWithTransition>;

export const alumniRoutes = {
  'GET /api/v1/public/alumni/': endpoint({
    row: 'API-52',
    summary: 'List alumni, featured ones first',
    access: 'public',
    query: z.object(paging),
    response: listOf(alumnus),
  }),

  'GET /api/v2/public/alumni/': endpoint({
    row: 'API-52',
    summary: 'List alumni with their job change',
    access: 'public',
    query: z.object(paging),
    response: listOf(alumnusWithTransition),
  }),
};
