import * as z from 'zod/mini';
import * as rules from '../contract/portfolio-fields.ts';
import type { Portfolio } from '../contract/portfolios.ts';
import { weave } from '../domain/list-order.ts';
import { endsBeforeStart } from '../domain/partial-date.ts';
import { portfolioLengths as lengths } from '../domain/portfolio.ts';
import { normaliseLink } from '../domain/portfolio-link.ts';
import { type PortfolioList, portfolioLists, portfolioParts } from '../domain/portfolio-merge.ts';
import {
  type AnyEntry,
  blankEntry,
  entriesOf,
  findEntry,
  withEntries,
  writtenFields,
} from './portfolio-document.ts';

/** Where something stands: `headline`, `projects/{id}/title`, or `projects/{id}` for an entry as a whole. */
export type Path = string;
export const pathOf = (list: string | null, id?: string | null, field?: string | null): Path =>
  [list, id, field].filter((part) => part !== null && part !== undefined).join('/');

export interface Reading {
  /** What can be sent as it stands: made regular, and what was saved in place of what is wrong or held back. */
  wanted: Portfolio;
  /** What is wrong, at its place. */
  problems: Readonly<Record<Path, string>>;
}

/** C-36: as the server keeps it. */
const url = rules.pastedUrl.check(
  z.refine((text) => normaliseLink(text) !== null, 'Please enter a full web address'),
  z.overwrite((text) => normaliseLink(text) ?? text),
);
const optionalUrl = z.nullable(url);
const date = z.nullable(rules.partialDate);
const title = rules.line(lengths.title);
const story = rules.paragraphs(lengths.story);
const summary = rules.paragraphs(lengths.summary);
const entrySummary = rules.paragraphs(lengths.entrySummary);

const fieldRules: Readonly<Record<string, z.ZodMiniType>> = {
  slug: rules.slug,
  headline: rules.headline,
  about: rules.about,
  location: rules.location,
  skills: rules.skills,
};

/** FORM-01 to FORM-03 of each entry; a field that is not here takes any value that its control gives. */
const entryRules: Readonly<Record<PortfolioList, Readonly<Record<string, z.ZodMiniType>>>> = {
  links: { url, label: rules.line(lengths.label) },
  projects: {
    title: rules.projectTitle,
    summary,
    role: title,
    problem: story,
    approach: story,
    outcome: story,
    startedOn: date,
    endedOn: date,
    skills: rules.skills,
    documentUrl: optionalUrl,
  },
  publishedWorks: { title: rules.workTitle, publisher: title, publishedOn: date, url, summary },
  experience: {
    title: rules.projectTitle,
    company: title,
    location: rules.location,
    startedOn: date,
    endedOn: date,
    summary: entrySummary,
  },
  education: {
    institution: rules.requiredLine('Please enter a school or college', lengths.title),
    degree: title,
    startedOn: date,
    endedOn: date,
    summary: entrySummary,
  },
};

/** An entry exists once these are right. */
const neededFields: Readonly<Record<PortfolioList, readonly string[]>> = {
  links: ['url'],
  projects: ['title'],
  publishedWorks: ['title', 'url'],
  experience: ['title'],
  education: ['institution'],
};

export type Hold = (path: Path, value: unknown) => string | null | undefined;

/**
 * Splits what the person has typed into what may be sent now and what is wrong. `hold` names what must wait: null
 * without a word, a sentence that is then shown there, undefined when it may go.
 */
export function readDraft(draft: Portfolio, saved: Portfolio, hold: Hold): Reading {
  const problems: Record<Path, string> = {};
  const read = (path: Path, rule: z.ZodMiniType | undefined, value: unknown, fallback: unknown) => {
    const result = rule ? z.safeParse(rule, value) : { success: true as const, data: value };
    const held = result.success ? hold(path, result.data) : undefined;
    const problem = result.success ? held : (result.error.issues[0]?.message ?? 'Please check this');
    if (problem) problems[path] = problem;
    return problem === undefined && result.success ? result.data : fallback;
  };

  let wanted = { ...draft };
  for (const name of [...portfolioParts.fields, ...portfolioParts.sets])
    Object.assign(wanted, { [name]: read(name, fieldRules[name], draft[name], saved[name]) });
  for (const list of portfolioLists) {
    const entries = entriesOf(draft, list).flatMap((entry) => readEntry(list, entry, saved, read));
    wanted = withEntries(wanted, list, withHeld(list, entries, saved, hold));
  }
  const { featuredProjectId: starred } = draft;
  const isKnown = starred === null || wanted.projects.some(({ id }) => id === starred);
  wanted.featuredProjectId = isKnown
    ? (read('featuredProjectId', undefined, starred, saved.featuredProjectId) as string | null)
    : saved.featuredProjectId;
  return { wanted, problems };
}

type Read = (path: Path, rule: z.ZodMiniType | undefined, value: unknown, fallback: unknown) => unknown;

/** A rule that looks at two fields stands at the second. */
function ruleOf(list: PortfolioList, name: string, entry: object): z.ZodMiniType | undefined {
  const rule = entryRules[list][name];
  if (name !== 'endedOn' || !rule || !('startedOn' in entry)) return rule;
  const startedOn = z.safeParse(date, entry.startedOn);
  return date.check(
    z.refine(
      (endedOn) => !endsBeforeStart(startedOn.data ?? null, endedOn),
      'The end cannot be before the start',
    ),
  );
}

/** What is wrong with one field of an entry, or null. */
function fieldProblem(
  list: PortfolioList,
  name: string,
  entry: Readonly<Record<string, unknown>>,
): string | null {
  const rule = ruleOf(list, name, entry);
  const result = rule && z.safeParse(rule, entry[name]);
  return result?.error?.issues[0]?.message ?? null;
}

function readEntry(list: PortfolioList, entry: AnyEntry, saved: Portfolio, read: Read): AnyEntry[] {
  const { id } = entry;
  const before = findEntry(saved, list, id);
  const fallback: Record<string, unknown> = { ...(before ?? blankEntry(list)) };
  const regular: Record<string, unknown> = { ...entry };
  for (const name of portfolioParts.lists[list])
    regular[name] = read(pathOf(list, id, name), ruleOf(list, name, entry), regular[name], fallback[name]);
  const written = writtenFields(list, regular as unknown as AnyEntry);
  const isHeld = read(pathOf(list, id), undefined, written, null) === null;
  if (isHeld) return before ? [before] : [];
  const isComplete = neededFields[list].every((name) => fieldProblem(list, name, regular) === null);
  return before || isComplete ? [regular as unknown as AnyEntry] : [];
}

/** What was taken away here and changed elsewhere stays on the server until the person has chosen. */
function withHeld(list: PortfolioList, entries: AnyEntry[], saved: Portfolio, hold: Hold): AnyEntry[] {
  const held = entriesOf(saved, list).filter(
    ({ id }) => !entries.some((entry) => entry.id === id) && hold(pathOf(list, id), null) !== undefined,
  );
  if (held.length === 0) return entries;
  const order = weave(
    entries.map(({ id }) => id),
    entriesOf(saved, list).map(({ id }) => id),
  );
  return order.flatMap((id) => [...entries, ...held].find((entry) => entry.id === id) ?? []);
}
