import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { endsBeforeStart } from '#lib/domain/core/calendar.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  linkKindLabels,
  openToLabels,
  portfolioLengths,
  portfolioLimits,
  visibilities,
  workKindLabels,
} from '#lib/domain/portfolio/portfolio.ts';
import {
  line,
  location,
  paragraphs,
  partialDate,
  projectTitle,
  requiredLine,
  skill,
} from './portfolio-fields.ts';

/**
 * The portfolio and its entries as the API returns them. The routes are in portfolio-routes.ts,
 * portfolio-entries.ts and portfolio-import.ts.
 */

/** A picture of the owner for the image proxy: `imageUrl({ source }, shape)`. */
const coverImage = z.nullable(
  z.object({ mediaId: z.string(), source: z.string(), width: z.number(), height: z.number() }),
);

/** Skills in a request. The editor validates each one separately. */
export const skills = z
  .array(skill, { error: 'Please list skills' })
  .check(z.maxLength(portfolioLimits.skills, `Please list at most ${portfolioLimits.skills} skills`));

export const link = z.object({
  id: z.string(),
  /** A normalised address with http or https. */
  url: z.string(),
  /** Derived from the host. */
  kind: z.enum(keysOf(linkKindLabels)),
  /** The owner's label, or one derived from the address. */
  label: z.string(),
  order: z.number(),
});

export const project = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  role: z.string(),
  problem: z.string(),
  approach: z.string(),
  outcome: z.string(),
  startedOn: z.nullable(z.string()),
  /** Null when it is ongoing. */
  endedOn: z.nullable(z.string()),
  skills: z.array(z.string()),
  coverImage,
  /** A normalised address. */
  documentUrl: z.nullable(z.string()),
  /** The address to embed in a frame (FORM-11); null unless it is a published document. */
  embedUrl: z.nullable(z.string()),
  isFeatured: z.boolean(),
  order: z.number(),
  /** When it is false, only the owner sees the entry. */
  visible: z.boolean(),
});

export const publishedWork = z.object({
  id: z.string(),
  kind: z.enum(keysOf(workKindLabels)),
  title: z.string(),
  publisher: z.string(),
  publishedOn: z.nullable(z.string()),
  url: z.string(),
  embedUrl: z.nullable(z.string()),
  summary: z.string(),
  coverImage,
  order: z.number(),
  visible: z.boolean(),
});

const years = { startedOn: z.nullable(partialDate), endedOn: z.nullable(partialDate) };
const inOrder = z.refine<{ startedOn: string | null; endedOn: string | null }>(
  ({ startedOn, endedOn }) => !endsBeforeStart(startedOn, endedOn),
  { error: 'The end cannot be before the start', path: ['endedOn'] },
);
/** The editor identifies entries by their id. */
const distinctIds = z.refine<{ id: string }[]>(
  (entries) => new Set(entries.map(({ id }) => id)).size === entries.length,
  'Two entries have the same id',
);

export const experience = z
  .object({
    /** Chosen by the client. */
    id: z.uuid(),
    title: projectTitle,
    company: line(portfolioLengths.title),
    location,
    /** `endedOn` is null when the project is ongoing. */
    ...years,
    summary: paragraphs(portfolioLengths.entrySummary),
  })
  .check(inOrder);

export const education = z
  .object({
    id: z.uuid(),
    institution: requiredLine('Please enter a school or college', portfolioLengths.title),
    degree: line(portfolioLengths.title),
    ...years,
    summary: paragraphs(portfolioLengths.entrySummary),
  })
  .check(inOrder);

export const experiences = z
  .array(experience)
  .check(z.maxLength(portfolioLimits.experience, 'Please list at most 20 jobs'), distinctIds);
export const educations = z
  .array(education)
  .check(z.maxLength(portfolioLimits.education, 'Please list at most 20 entries'), distinctIds);

/** A certificate that we issued. The API cannot change it. */
export const certificate = z.object({
  shortUuid: z.string(),
  title: z.string(),
  programTitle: z.string(),
  /** `2026-05-31`. */
  issuedOn: z.string(),
  issuerName: z.string(),
});

export const completeness = z.object({
  percent: z.number(),
  /** Suggested additions, the most useful first. `key` is the section of the editor. */
  missing: z.array(z.object({ key: z.string(), label: z.string() })),
});

export const portfolio = z.object({
  id: z.string(),
  /** The address: readable, or secret while the portfolio is UNLISTED. Each time it becomes UNLISTED it gets a new one. */
  slug: z.string(),
  owner: z.object({ firstName: z.string(), lastName: z.string(), avatar: z.nullable(avatar) }),
  /** True for the caller's own portfolio. Its response includes hidden entries. */
  isOwner: z.boolean(),
  /** The wide picture above the name. */
  coverImage,
  /** The height of the cover picture that its band shows: 0 is its top, 100 its bottom. */
  coverPosition: z.number(),
  headline: z.string(),
  /** Markdown. */
  about: z.string(),
  location: z.string(),
  openTo: z.array(z.enum(keysOf(openToLabels))),
  skills: z.array(z.string()),
  visibility: z.enum(visibilities),
  /** Whether search engines may index the page; true only for a PUBLIC portfolio. */
  allowIndexing: z.boolean(),
  showEmail: z.boolean(),
  showPhone: z.boolean(),
  /** Null unless the owner shows it. The same holds for the phone number. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  links: z.array(link),
  projects: z.array(project),
  publishedWorks: z.array(publishedWork),
  experience: experiences,
  education: educations,
  certificates: z.array(certificate),
  featuredProjectId: z.nullable(z.string()),
  completeness,
  updatedAt: instant,
  /** Increased by every write, including writes of entries. */
  version: z.number(),
});

export type Portfolio = z.output<typeof portfolio>;
export type PortfolioLink = z.output<typeof link>;
export type Project = z.output<typeof project>;
export type PublishedWork = z.output<typeof publishedWork>;
export type Experience = z.output<typeof experience>;
export type Education = z.output<typeof education>;
export type Certificate = z.output<typeof certificate>;

/** Access and limit of every write. The limit is high, because the editor saves while its owner types (C-12). */
export const write = {
  access: 'verified',
  limits: [perAccount('portfolio-write', 6000, 3600)],
} as const;

/** The version that the client last loaded; the column is an int4. */
export const version = z
  .number({ error: 'version must be a number' })
  .check(z.int(), z.gte(1), z.lte(2_147_483_647));

/** Errors of every write: 403 for a portfolio that the caller can see, otherwise 404 (C-39). */
export const writeErrors = [
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'STALE_WRITE',
] as const satisfies readonly ErrorCode[];
