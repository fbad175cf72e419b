import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/keys-of.ts';
import { endsBeforeStart } from '#lib/domain/core/partial-date.ts';
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

/** What a portfolio is on the wire. Its calls: portfolios.ts, and portfolio-entries.ts for what it lists. */

/** A picture of the owner's, for the image proxy: `imageUrl({ source }, shape)`. */
const coverImage = z.nullable(
  z.object({ mediaId: z.string(), source: z.string(), width: z.number(), height: z.number() }),
);

/** As they are sent; the editor checks each by itself. */
export const skills = z
  .array(skill, { error: 'Please list skills' })
  .check(z.maxLength(portfolioLimits.skills, `Please list at most ${portfolioLimits.skills} skills`));

export const link = z.object({
  id: z.string(),
  /** Normalised; http or https. */
  url: z.string(),
  /** Told from the host. */
  kind: z.enum(keysOf(linkKindLabels)),
  /** The owner's own words, else made from the address. */
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
  /** null: it goes on. */
  endedOn: z.nullable(z.string()),
  skills: z.array(z.string()),
  coverImage,
  /** As pasted and normalised; null where there is none. */
  documentUrl: z.nullable(z.string()),
  /** What may stand in a frame (FORM-11); null where the address is of no published document. */
  embedUrl: z.nullable(z.string()),
  isFeatured: z.boolean(),
  order: z.number(),
  /** False: only the owner sees it. */
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
/** An id is what the editor tells entries apart by. */
const distinctIds = z.refine<{ id: string }[]>(
  (entries) => new Set(entries.map(({ id }) => id)).size === entries.length,
  'Two entries have the same id',
);

const experience = z
  .object({
    /** Made by whoever adds it. */
    id: z.uuid(),
    title: projectTitle,
    company: line(portfolioLengths.title),
    location,
    /** `endedOn` null: until today. */
    ...years,
    summary: paragraphs(portfolioLengths.entrySummary),
  })
  .check(inOrder);

const education = z
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

/** What we vouch for; nobody can write it. */
const certificate = z.object({
  shortUuid: z.string(),
  title: z.string(),
  programTitle: z.string(),
  /** `2026-05-31`. */
  issuedOn: z.string(),
  issuerName: z.string(),
});

export const completeness = z.object({
  percent: z.number(),
  /** What to add next, the most useful first; `key` names the part of the editor. */
  missing: z.array(z.object({ key: z.string(), label: z.string() })),
});

export const portfolio = z.object({
  id: z.string(),
  slug: z.string(),
  owner: z.object({ firstName: z.string(), lastName: z.string(), avatar: z.nullable(avatar) }),
  /** True for the caller's own: then hidden entries are there too. */
  isOwner: z.boolean(),
  headline: z.string(),
  /** Markdown. */
  about: z.string(),
  location: z.string(),
  openTo: z.array(z.enum(keysOf(openToLabels))),
  skills: z.array(z.string()),
  visibility: z.enum(visibilities),
  /** May search engines list it? Only ever of a PUBLIC one. */
  allowIndexing: z.boolean(),
  showEmail: z.boolean(),
  showPhone: z.boolean(),
  /** null unless the owner shows it. */
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
  /** Raised by every write, of entries too. */
  version: z.number(),
});

export type Portfolio = z.output<typeof portfolio>;
export type PortfolioLink = z.output<typeof link>;
export type Project = z.output<typeof project>;
export type PublishedWork = z.output<typeof publishedWork>;
export type Experience = z.output<typeof experience>;
export type Education = z.output<typeof education>;
export type Certificate = z.output<typeof certificate>;
export type Completeness = z.output<typeof completeness>;

/** Who may write one; the editor saves by itself while its owner types, and many owners share an address (C-12). */
export const write = {
  access: 'verified',
  limits: [{ bucket: 'portfolio-write', max: 6000, windowSeconds: 3600 }],
} as const;

/** The version that the writer has seen; the column is an int4. */
export const version = z
  .number({ error: 'version must be a number' })
  .check(z.int(), z.gte(1), z.lte(2_147_483_647));

/** What every write may answer: 403 where the caller can see it, 404 where not (C-39). */
export const writeErrors = [
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'STALE_WRITE',
] as const satisfies readonly ErrorCode[];
