import { type OpenTo, openToLabels, portfolioLengths, type WorkKind, workKindLabels } from '../portfolio.ts';
import { defaultLinkLabel, normaliseLink } from '../portfolio-link.ts';
import type {
  ResumeContent,
  ResumeJob,
  ResumeLink,
  ResumeProject,
  ResumeSchool,
  ResumeWork,
} from './export-json-resume.ts';
import type { ImportSection } from './import-change.ts';
import { parseDate, parseLine, parseLines, parseList, parseRecord, parseText } from './parse-json.ts';

/** A part of the file that a portfolio cannot hold. */
export interface SkippedEntry {
  section: ImportSection;
  label: string;
  reason: string;
}

export interface ParsedResume {
  content: ResumeContent;
  skipped: SkippedEntry[];
}

/**
 * Parses any JSON into what a portfolio can hold. Texts are cleaned and cut to their maximum lengths and addresses are
 * normalised (C-36). Everything that cannot be imported is listed in `skipped`.
 */
export function parseJsonResume(file: unknown): ParsedResume {
  const resume = parseRecord(file);
  const basics = parseRecord(resume.basics);
  const skipped: SkippedEntry[] = [];
  const skip = (section: ImportSection, label: string, because: string) => {
    skipped.push({ section, label: label || 'This entry has no name', reason: because });
    return [];
  };
  const content: ResumeContent = {
    headline: parseLine(basics.label, portfolioLengths.headline),
    about: parseText(basics.summary, portfolioLengths.about),
    location: parsePlace(basics.location),
    openTo: [...new Set(parseList(parseRecord(basics.liftoff).openTo).filter(isOpenTo))],
    skills: parseSkills(resume.skills),
    links: parseLinks(basics, skip),
    projects: parseList(resume.projects).flatMap((one) => parseProject(parseRecord(one), skip)),
    publishedWorks: parseList(resume.publications).flatMap((one) => parseWork(parseRecord(one), skip)),
    experience: [...parseList(resume.work), ...parseList(resume.volunteer)].flatMap((one) =>
      parseJob(parseRecord(one), skip),
    ),
    education: parseList(resume.education).flatMap((one) => parseSchool(parseRecord(one), skip)),
  };
  for (const [name, because] of Object.entries(unsupportedSections)) {
    const { length } = parseList(resume[name]);
    if (length > 0) skip('OTHER', `${name[0]?.toUpperCase()}${name.slice(1)} (${length})`, because);
  }
  return { content, skipped };
}

const unsupportedSections: Readonly<Record<string, string>> = {
  certificates: 'Portfolios show only certificates from us, and we add them for you',
  awards: 'Portfolios do not show awards yet',
  languages: 'Portfolios do not show languages yet',
  interests: 'Portfolios do not show interests yet',
  references: 'Portfolios do not show references yet',
};

type Skip = (section: ImportSection, label: string, because: string) => never[];
type ResumeFields = Record<string, unknown>;

const isOpenTo = (value: unknown): value is OpenTo =>
  typeof value === 'string' && Object.hasOwn(openToLabels, value);
const isWorkKind = (value: unknown): value is WorkKind =>
  typeof value === 'string' && Object.hasOwn(workKindLabels, value);

/** Joins `{city, region, countryCode}` to one line. */
function parsePlace(value: unknown): string {
  const { city, region, countryCode } = parseRecord(value);
  const parts = [city, region, countryCode].map((part) => parseLine(part, portfolioLengths.location));
  return parseLine(parts.filter(Boolean).join(', '), portfolioLengths.location);
}

/** Parses skills and their keywords, which are skills too: `{name: 'Excel', keywords: ['Pivot tables']}`. */
function parseSkills(value: unknown): string[] {
  const words = parseList(value).flatMap((one) => {
    const { name, keywords } = typeof one === 'string' ? { name: one, keywords: [] } : parseRecord(one);
    return [name, ...parseList(keywords)];
  });
  return uniqueSkills(words);
}

function uniqueSkills(words: readonly unknown[]): string[] {
  const byWord = new Map<string, string>();
  for (const word of words) {
    const skill = parseLine(word, portfolioLengths.skill);
    if (skill && !byWord.has(skill.toLowerCase())) byWord.set(skill.toLowerCase(), skill);
  }
  return [...byWord.values()];
}

/** Parses profiles and the person's own site, unless the file is an export of ours and the site is the portfolio. */
function parseLinks({ url, profiles, liftoff }: ResumeFields, skip: Skip): ResumeLink[] {
  const site = url && liftoff === undefined ? [{ network: 'Website', url }] : [];
  return [...site, ...parseList(profiles)].flatMap((one) => {
    const { network, url: address, liftoff: ours } = parseRecord(one);
    const link = parseAddress(address);
    const name = parseLine(network, portfolioLengths.label) || 'A profile';
    if (!link) return skip('LINKS', name, 'Its web address is missing or not valid');
    const label = parseLine(parseRecord(ours).label, portfolioLengths.label);
    return [{ url: link, label: label || defaultLinkLabel(link) }];
  });
}

const parseAddress = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? normaliseLink(value) : null;

function parsePeriod(fields: ResumeFields) {
  const startedOn = parseDate(fields.startDate);
  const endedOn = parseDate(fields.endDate);
  const isReversed =
    startedOn && endedOn && endedOn.slice(0, startedOn.length) < startedOn.slice(0, endedOn.length);
  return { startedOn, endedOn: isReversed ? null : endedOn };
}

function parseProject(fields: ResumeFields, skip: Skip): ResumeProject[] {
  const title = parseLine(fields.name, portfolioLengths.title);
  if (!title) return skip('PROJECTS', '', 'This project has no name');
  const ours = parseRecord(fields.liftoff);
  const isOwnExport = fields.liftoff !== undefined;
  const documentUrl = parseAddress(fields.url);
  if (fields.url && !documentUrl) skip('PROJECTS', `Address of ${title}`, 'This is not a valid web address');
  return [
    {
      title,
      summary: parseText(fields.description, portfolioLengths.summary),
      role: parseLine(parseList(fields.roles).filter(isText).join(', '), portfolioLengths.title),
      problem: parseText(ours.problem, portfolioLengths.story),
      approach: parseText(ours.approach, portfolioLengths.story),
      outcome: parseText(isOwnExport ? ours.outcome : parseLines(fields.highlights), portfolioLengths.story),
      ...parsePeriod(fields),
      skills: uniqueSkills(parseList(fields.keywords)).slice(0, 50),
      documentUrl,
      isFeatured: ours.isFeatured === true,
      visible: ours.visible !== false,
    },
  ];
}

function parseWork(fields: ResumeFields, skip: Skip): ResumeWork[] {
  const title = parseLine(fields.name, portfolioLengths.title);
  const url = parseAddress(fields.url);
  if (!title) return skip('PUBLISHED_WORKS', '', 'This published work has no name');
  if (!url) return skip('PUBLISHED_WORKS', title, 'Its web address is missing or not valid');
  const { kind, visible } = parseRecord(fields.liftoff);
  return [
    {
      kind: isWorkKind(kind) ? kind : 'ARTICLE',
      title,
      publisher: parseLine(fields.publisher, portfolioLengths.title),
      publishedOn: parseDate(fields.releaseDate),
      url,
      summary: parseText(fields.summary, portfolioLengths.summary),
      visible: visible !== false,
    },
  ];
}

function parseJob(fields: ResumeFields, skip: Skip): ResumeJob[] {
  const company = parseLine(fields.name ?? fields.organization ?? fields.company, portfolioLengths.title);
  const title = parseLine(fields.position, portfolioLengths.title);
  if (!title && !company) return skip('EXPERIENCE', '', 'This job has no position and no company');
  return [
    {
      title: title || company,
      company: title ? company : '',
      location: parseLine(fields.location, portfolioLengths.location),
      ...parsePeriod(fields),
      summary: withHighlights(fields, portfolioLengths.entrySummary),
    },
  ];
}

function parseSchool(fields: ResumeFields, skip: Skip): ResumeSchool[] {
  const institution = parseLine(fields.institution, portfolioLengths.title);
  const degree = [fields.studyType, fields.area].filter(isText).join(', ');
  if (!institution)
    return skip('EDUCATION', parseLine(degree, portfolioLengths.title), 'The school or college is missing');
  const courses = parseLines(fields.courses);
  return [
    {
      institution,
      degree: parseLine(degree, portfolioLengths.title),
      ...parsePeriod(fields),
      summary: parseText(parseRecord(fields.liftoff).summary ?? courses, portfolioLengths.entrySummary),
    },
  ];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const withHighlights = ({ summary, highlights }: ResumeFields, length: number): string =>
  parseText([summary, parseLines(highlights)].filter(isText).join('\n\n'), length);
