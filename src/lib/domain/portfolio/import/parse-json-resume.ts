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

/** What stands in the file and cannot be taken. */
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
 * Any JSON → what a portfolio can hold of it. Nothing is believed: texts are cleaned and cut to their lengths, addresses
 * normalised (C-36), and what has no place is named rather than lost in silence.
 */
export function parseJsonResume(file: unknown): ParsedResume {
  const resume = parseRecord(file);
  const basics = parseRecord(resume.basics);
  const skipped: SkippedEntry[] = [];
  const skip = (section: ImportSection, label: string, because: string) => {
    skipped.push({ section, label: label || 'An entry without a name', reason: because });
    return [];
  };
  const content: ResumeContent = {
    headline: parseLine(basics.label, portfolioLengths.headline),
    about: parseText(basics.summary, portfolioLengths.about),
    location: readPlace(basics.location),
    openTo: [...new Set(parseList(parseRecord(basics.liftoff).openTo).filter(isOpenTo))],
    skills: readSkills(resume.skills),
    links: readLinks(basics, skip),
    projects: parseList(resume.projects).flatMap((one) => readProject(parseRecord(one), skip)),
    publishedWorks: parseList(resume.publications).flatMap((one) => readWork(parseRecord(one), skip)),
    experience: [...parseList(resume.work), ...parseList(resume.volunteer)].flatMap((one) =>
      readJob(parseRecord(one), skip),
    ),
    education: parseList(resume.education).flatMap((one) => readSchool(parseRecord(one), skip)),
  };
  for (const [name, because] of Object.entries(noPlace)) {
    const { length } = parseList(resume[name]);
    if (length > 0) skip('OTHER', `${name[0]?.toUpperCase()}${name.slice(1)} (${length})`, because);
  }
  return { content, skipped };
}

const noPlace: Readonly<Record<string, string>> = {
  certificates: 'Only certificates that we issued are shown, and they show by themselves',
  awards: 'A portfolio has no place for awards yet',
  languages: 'A portfolio has no place for languages yet',
  interests: 'A portfolio has no place for interests yet',
  references: 'A portfolio has no place for references yet',
};

type Skip = (section: ImportSection, label: string, because: string) => never[];
type Fields = Record<string, unknown>;

const isOpenTo = (value: unknown): value is OpenTo =>
  typeof value === 'string' && Object.hasOwn(openToLabels, value);
const isWorkKind = (value: unknown): value is WorkKind =>
  typeof value === 'string' && Object.hasOwn(workKindLabels, value);

/** `{city, region, countryCode}` → one line. */
function readPlace(value: unknown): string {
  const { city, region, countryCode } = parseRecord(value);
  const parts = [city, region, countryCode].map((part) => parseLine(part, portfolioLengths.location));
  return parseLine(parts.filter(Boolean).join(', '), portfolioLengths.location);
}

/** A skill's keywords are skills too: `{name: 'Excel', keywords: ['Pivot tables']}`. */
function readSkills(value: unknown): string[] {
  const words = parseList(value).flatMap((one) => {
    const { name, keywords } = typeof one === 'string' ? { name: one, keywords: [] } : parseRecord(one);
    return [name, ...parseList(keywords)];
  });
  return distinct(words);
}

function distinct(words: readonly unknown[]): string[] {
  const byWord = new Map<string, string>();
  for (const word of words) {
    const skill = parseLine(word, portfolioLengths.skill);
    if (skill && !byWord.has(skill.toLowerCase())) byWord.set(skill.toLowerCase(), skill);
  }
  return [...byWord.values()];
}

/** Profiles, and the person's own site unless it is the portfolio that the file was exported from. */
function readLinks({ url, profiles, liftoff }: Fields, skip: Skip): ResumeLink[] {
  const site = url && liftoff === undefined ? [{ network: 'Website', url }] : [];
  return [...site, ...parseList(profiles)].flatMap((one) => {
    const { network, url: address, liftoff: ours } = parseRecord(one);
    const link = readAddress(address);
    const name = parseLine(network, portfolioLengths.label) || 'A profile';
    if (!link) return skip('LINKS', name, 'It has no web address that can be linked to');
    const label = parseLine(parseRecord(ours).label, portfolioLengths.label);
    return [{ url: link, label: label || defaultLinkLabel(link) }];
  });
}

const readAddress = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? normaliseLink(value) : null;

function readYears(fields: Fields) {
  const startedOn = parseDate(fields.startDate);
  const endedOn = parseDate(fields.endDate);
  const isTurned =
    startedOn && endedOn && endedOn.slice(0, startedOn.length) < startedOn.slice(0, endedOn.length);
  return { startedOn, endedOn: isTurned ? null : endedOn };
}

function readProject(fields: Fields, skip: Skip): ResumeProject[] {
  const title = parseLine(fields.name, portfolioLengths.title);
  if (!title) return skip('PROJECTS', '', 'A project needs a name');
  const ours = parseRecord(fields.liftoff);
  const isOurs = fields.liftoff !== undefined;
  const documentUrl = readAddress(fields.url);
  if (fields.url && !documentUrl)
    skip('PROJECTS', `Address of ${title}`, 'It is no web address that can be linked to');
  return [
    {
      title,
      summary: parseText(fields.description, portfolioLengths.summary),
      role: parseLine(parseList(fields.roles).filter(isText).join(', '), portfolioLengths.title),
      problem: parseText(ours.problem, portfolioLengths.story),
      approach: parseText(ours.approach, portfolioLengths.story),
      outcome: parseText(isOurs ? ours.outcome : parseLines(fields.highlights), portfolioLengths.story),
      ...readYears(fields),
      skills: distinct(parseList(fields.keywords)).slice(0, 50),
      documentUrl,
      isFeatured: ours.isFeatured === true,
      visible: ours.visible !== false,
    },
  ];
}

function readWork(fields: Fields, skip: Skip): ResumeWork[] {
  const title = parseLine(fields.name, portfolioLengths.title);
  const url = readAddress(fields.url);
  if (!title) return skip('PUBLISHED_WORKS', '', 'A published work needs a name');
  if (!url) return skip('PUBLISHED_WORKS', title, 'It has no web address that can be linked to');
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

function readJob(fields: Fields, skip: Skip): ResumeJob[] {
  const company = parseLine(fields.name ?? fields.organization ?? fields.company, portfolioLengths.title);
  const title = parseLine(fields.position, portfolioLengths.title);
  if (!title && !company) return skip('EXPERIENCE', '', 'A job needs a position or a company');
  return [
    {
      title: title || company,
      company: title ? company : '',
      location: parseLine(fields.location, portfolioLengths.location),
      ...readYears(fields),
      summary: withHighlights(fields, portfolioLengths.entrySummary),
    },
  ];
}

function readSchool(fields: Fields, skip: Skip): ResumeSchool[] {
  const institution = parseLine(fields.institution, portfolioLengths.title);
  const degree = [fields.studyType, fields.area].filter(isText).join(', ');
  if (!institution)
    return skip('EDUCATION', parseLine(degree, portfolioLengths.title), 'It names no school or college');
  const courses = parseLines(fields.courses);
  return [
    {
      institution,
      degree: parseLine(degree, portfolioLengths.title),
      ...readYears(fields),
      summary: parseText(parseRecord(fields.liftoff).summary ?? courses, portfolioLengths.entrySummary),
    },
  ];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const withHighlights = ({ summary, highlights }: Fields, length: number): string =>
  parseText([summary, parseLines(highlights)].filter(isText).join('\n\n'), length);
