import * as z from 'zod/mini';
import * as rules from '#lib/contract/portfolio/portfolio-fields.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { endsBeforeStart } from '#lib/domain/core/partial-date.ts';
import { weave } from '#lib/domain/portfolio/list-order.ts';
import { portfolioLengths as lengths, portfolioLimits } from '#lib/domain/portfolio/portfolio.ts';
import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';
import { type PortfolioList, portfolioLists, portfolioParts } from '#lib/domain/portfolio/portfolio-merge.ts';
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

interface Rule {
  of: z.ZodMiniType<string>;
  /** null says that nothing is known. */
  isOptional?: true;
  /** Of so many skills at most, each of them. */
  most?: number;
}
const optionalUrl: Rule = { of: url, isOptional: true };
const date: Rule = { of: rules.partialDate, isOptional: true };
const skills: Rule = { of: rules.skill, most: portfolioLimits.skills };
const title: Rule = { of: rules.line(lengths.title) };
const story: Rule = { of: rules.paragraphs(lengths.story) };
const summary: Rule = { of: rules.paragraphs(lengths.summary) };
const entrySummary: Rule = { of: rules.paragraphs(lengths.entrySummary) };
const location: Rule = { of: rules.location };
const projectTitle: Rule = { of: rules.projectTitle };

const fieldRules: Readonly<Record<string, Rule>> = {
  slug: { of: rules.slug },
  headline: { of: rules.headline },
  about: { of: rules.about },
  location,
  skills,
};

/** FORM-01 to FORM-03 of each entry; a field that is not here takes any value that its control gives. */
const entryRules: Readonly<Record<PortfolioList, Readonly<Record<string, Rule>>>> = {
  links: { url: { of: url }, label: { of: rules.line(lengths.label) } },
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
    title: { of: rules.workTitle },
    publisher: title,
    publishedOn: date,
    url: { of: url },
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
    institution: { of: rules.requiredLine('Please enter a school or college', lengths.title) },
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

/** What was found of an entry, as long as it and what is saved of it stay the same. */
interface Found {
  before: AnyEntry | undefined;
  wanted: AnyEntry[];
  problems: Reading['problems'];
}
type Findings = WeakMap<AnyEntry, Found>;

/**
 * Splits what the person has typed into what may be sent now and what is wrong. `hold` names what must wait: null
 * without a word, a sentence that is then shown there, undefined when it may go. While it is the same function, only
 * the entries that changed are looked at again: this runs at every key.
 */
export function createReader(): (draft: Portfolio, saved: Portfolio, hold: Hold) => Reading {
  let findings: Findings = new WeakMap();
  let latest: Hold | null = null;
  return (draft, saved, hold) => {
    if (hold !== latest) findings = new WeakMap();
    latest = hold;
    return readDraft(draft, saved, hold, findings);
  };
}

function readDraft(draft: Portfolio, saved: Portfolio, hold: Hold, findings: Findings): Reading {
  let problems: Record<Path, string> = {};
  const read = (path: Path, rule: Rule | undefined, value: unknown, fallback: unknown) => {
    const result = check(rule, value);
    const problem = result.problem ?? hold(path, result.data);
    if (problem) problems[path] = problem;
    return problem === undefined ? result.data : fallback;
  };

  let wanted = { ...draft };
  for (const name of [...portfolioParts.fields, ...portfolioParts.sets])
    Object.assign(wanted, { [name]: read(name, fieldRules[name], draft[name], saved[name]) });
  const look = (list: PortfolioList, entry: AnyEntry): Found => {
    const before = findEntry(saved, list, entry.id);
    const known = findings.get(entry);
    if (known && known.before === before) return known;
    const others = problems;
    problems = {};
    const found = { before, wanted: readEntry(list, entry, before, read), problems };
    problems = others;
    findings.set(entry, found);
    return found;
  };
  for (const list of portfolioLists) {
    const found = entriesOf(draft, list).map((entry) => look(list, entry));
    const entries = found.flatMap((one) => one.wanted);
    for (const one of found) Object.assign(problems, one.problems);
    wanted = withEntries(wanted, list, withHeld(list, entries, saved, hold));
  }
  const { featuredProjectId: starred } = draft;
  const isKnown = starred === null || wanted.projects.some(({ id }) => id === starred);
  wanted.featuredProjectId = isKnown
    ? (read('featuredProjectId', undefined, starred, saved.featuredProjectId) as string | null)
    : saved.featuredProjectId;
  return { wanted, problems };
}

type Read = (path: Path, rule: Rule | undefined, value: unknown, fallback: unknown) => unknown;

interface Checked {
  /** Made regular. */
  data: unknown;
  problem: string | undefined;
}

/** By hand what is null or a list, so that no more of zod is loaded than the other forms need. */
function check(rule: Rule | undefined, value: unknown): Checked {
  if (!rule || (rule.isOptional && value === null)) return { data: value, problem: undefined };
  if (rule.most === undefined) {
    const { data, error } = z.safeParse(rule.of, value);
    return { data, problem: error && (error.issues[0]?.message ?? 'Please check this') };
  }
  const words = (value as readonly unknown[]).map((word) => check({ of: rule.of }, word));
  const problem =
    words.length > rule.most
      ? `Please list at most ${rule.most} skills`
      : words.find((word) => word.problem !== undefined)?.problem;
  return { data: words.map(({ data }) => data), problem };
}

/** A rule that looks at two fields stands at the second. */
function ruleOf(list: PortfolioList, name: string, entry: object): Rule | undefined {
  const rule = entryRules[list][name];
  if (name !== 'endedOn' || !rule || !('startedOn' in entry)) return rule;
  const startedOn = check(date, entry.startedOn);
  const start = startedOn.problem === undefined ? (startedOn.data as string | null) : null;
  const isAfter = z.refine<string>(
    (end) => !endsBeforeStart(start, end),
    'The end cannot be before the start',
  );
  return { ...date, of: rules.partialDate.check(isAfter) };
}

/** What is wrong with one field of an entry, or null. */
function fieldProblem(
  list: PortfolioList,
  name: string,
  entry: Readonly<Record<string, unknown>>,
): string | null {
  return check(ruleOf(list, name, entry), entry[name]).problem ?? null;
}

function readEntry(
  list: PortfolioList,
  entry: AnyEntry,
  before: AnyEntry | undefined,
  read: Read,
): AnyEntry[] {
  const { id } = entry;
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
