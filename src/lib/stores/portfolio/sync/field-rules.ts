import * as z from 'zod/mini';
import * as rules from '#lib/contract/portfolio/portfolio-fields.ts';
import { endsBeforeStart } from '#lib/domain/core/calendar.ts';
import type { PortfolioList } from '#lib/domain/portfolio/merge-portfolio.ts';
import { portfolioLengths as lengths, portfolioLimits } from '#lib/domain/portfolio/portfolio.ts';
import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';

/** Normalises an address as the server does (C-36). */
const url = rules.pastedUrl.check(
  z.refine((text) => normaliseLink(text) !== null, 'Please enter a full web address'),
  z.overwrite((text) => normaliseLink(text) ?? text),
);

export interface FieldRule {
  schema: z.ZodMiniType<string>;
  /** Allows null. */
  isOptional?: true;
  /** The field is a list: the schema applies to each item. */
  maxItems?: number;
}
const optionalUrl: FieldRule = { schema: url, isOptional: true };
const date: FieldRule = { schema: rules.partialDate, isOptional: true };
const skills: FieldRule = { schema: rules.skill, maxItems: portfolioLimits.skills };
const title: FieldRule = { schema: rules.line(lengths.title) };
const story: FieldRule = { schema: rules.paragraphs(lengths.story) };
const summary: FieldRule = { schema: rules.paragraphs(lengths.summary) };
const entrySummary: FieldRule = { schema: rules.paragraphs(lengths.entrySummary) };
const location: FieldRule = { schema: rules.location };
const projectTitle: FieldRule = { schema: rules.projectTitle };

/** FORM-01 to FORM-03 of the portfolio itself. A field without a rule takes every value that its control can produce. */
export const fieldRules: Readonly<Record<string, FieldRule>> = {
  slug: { schema: rules.slug },
  headline: { schema: rules.headline },
  about: { schema: rules.about },
  location,
  skills,
};

/** FORM-01 to FORM-03 by list. */
const entryRules: Readonly<Record<PortfolioList, Readonly<Record<string, FieldRule>>>> = {
  links: { url: { schema: url }, label: { schema: rules.line(lengths.label) } },
  projects: {
    title: projectTitle,
    summary,
    role: title,
    problem: story,
    approach: story,
    outcome: story,
    startedOn: date,
    endedOn: date,
    skills,
    documentUrl: optionalUrl,
  },
  publishedWorks: {
    title: { schema: rules.workTitle },
    publisher: title,
    publishedOn: date,
    url: { schema: url },
    summary,
  },
  experience: {
    title: projectTitle,
    company: title,
    location,
    startedOn: date,
    endedOn: date,
    summary: entrySummary,
  },
  education: {
    institution: { schema: rules.requiredLine('Please enter a school or college', lengths.title) },
    degree: title,
    startedOn: date,
    endedOn: date,
    summary: entrySummary,
  },
};

/** A new entry is saved once these fields are valid. */
export const requiredFields: Readonly<Record<PortfolioList, readonly string[]>> = {
  links: ['url'],
  projects: ['title'],
  publishedWorks: ['title', 'url'],
  experience: ['title'],
  education: ['institution'],
};

interface FieldCheck {
  /** The normalised value. */
  data: unknown;
  error: string | undefined;
}

/**
 * Validates and normalises one value. It handles null and lists by hand, so that the page loads no more of zod than
 * other forms need.
 */
export function checkField(rule: FieldRule | undefined, value: unknown): FieldCheck {
  if (!rule || (rule.isOptional && value === null)) return { data: value, error: undefined };
  if (rule.maxItems === undefined) {
    const { data, error } = z.safeParse(rule.schema, value);
    return { data, error: error && (error.issues[0]?.message ?? 'Please check this') };
  }
  const items = (value as readonly unknown[]).map((item) => checkField({ schema: rule.schema }, item));
  const error =
    items.length > rule.maxItems
      ? `Please list at most ${rule.maxItems} skills`
      : items.find((item) => item.error !== undefined)?.error;
  return { data: items.map(({ data }) => data), error };
}

/** Returns the rule of an entry's field. A rule about both dates belongs to the end date. */
export function entryRuleOf(list: PortfolioList, name: string, entry: object): FieldRule | undefined {
  const rule = entryRules[list][name];
  if (name !== 'endedOn' || !rule || !('startedOn' in entry)) return rule;
  const startedOn = checkField(date, entry.startedOn);
  const start = startedOn.error === undefined ? (startedOn.data as string | null) : null;
  const isAfterStart = z.refine<string>(
    (end) => !endsBeforeStart(start, end),
    'The end cannot be before the start',
  );
  return { ...date, schema: rules.partialDate.check(isAfterStart) };
}
