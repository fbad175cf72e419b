import { type OpenTo, openToLabels, portfolioLengths, type WorkKind, workKindLabels } from '../portfolio.ts';
import { linkLabel, normaliseLink } from '../portfolio-link.ts';
import type {
  ResumeContent,
  ResumeJob,
  ResumeLink,
  ResumeProject,
  ResumeSchool,
  ResumeWork,
} from './json-resume.ts';
import { readDate, readLine, readLines, readList, readRecord, readText } from './parse-json.ts';
import type { ImportSection } from './portfolio-import.ts';

/** What stands in the file and cannot be taken. */
export interface Skipped {
  section: ImportSection;
  label: string;
  because: string;
}

export interface ReadResume {
  content: ResumeContent;
  skipped: Skipped[];
}

/**
 * Any JSON → what a portfolio can hold of it. Nothing is believed: texts are cleaned and cut to their lengths, addresses
 * normalised (C-36), and what has no place is named rather than lost in silence.
 */
export function readJsonResume(file: unknown): ReadResume {
  const resume = readRecord(file);
  const basics = readRecord(resume.basics);
  const skipped: Skipped[] = [];
  const skip = (section: ImportSection, label: string, because: string) => {
    skipped.push({ section, label: label || 'An entry without a name', because });
    return [];
  };
  const content: ResumeContent = {
    headline: readLine(basics.label, portfolioLengths.headline),
    about: readText(basics.summary, portfolioLengths.about),
    location: readPlace(basics.location),
    openTo: [...new Set(readList(readRecord(basics.liftoff).openTo).filter(isOpenTo))],
    skills: readSkills(resume.skills),
    links: readLinks(basics, skip),
    projects: readList(resume.projects).flatMap((one) => readProject(readRecord(one), skip)),
    publishedWorks: readList(resume.publications).flatMap((one) => readWork(readRecord(one), skip)),
    experience: [...readList(resume.work), ...readList(resume.volunteer)].flatMap((one) =>
      readJob(readRecord(one), skip),
    ),
    education: readList(resume.education).flatMap((one) => readSchool(readRecord(one), skip)),
  };
  for (const [name, because] of Object.entries(noPlace)) {
    const { length } = readList(resume[name]);
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
  const { city, region, countryCode } = readRecord(value);
  const parts = [city, region, countryCode].map((part) => readLine(part, portfolioLengths.location));
  return readLine(parts.filter(Boolean).join(', '), portfolioLengths.location);
}

/** A skill's keywords are skills too: `{name: 'Excel', keywords: ['Pivot tables']}`. */
function readSkills(value: unknown): string[] {
  const words = readList(value).flatMap((one) => {
    const { name, keywords } = typeof one === 'string' ? { name: one, keywords: [] } : readRecord(one);
    return [name, ...readList(keywords)];
  });
  return distinct(words);
}

function distinct(words: readonly unknown[]): string[] {
  const byWord = new Map<string, string>();
  for (const word of words) {
    const skill = readLine(word, portfolioLengths.skill);
    if (skill && !byWord.has(skill.toLowerCase())) byWord.set(skill.toLowerCase(), skill);
  }
  return [...byWord.values()];
}

/** Profiles, and the person's own site unless it is the portfolio that the file was exported from. */
function readLinks({ url, profiles, liftoff }: Fields, skip: Skip): ResumeLink[] {
  const site = url && liftoff === undefined ? [{ network: 'Website', url }] : [];
  return [...site, ...readList(profiles)].flatMap((one) => {
    const { network, url: address, liftoff: ours } = readRecord(one);
    const link = readAddress(address);
    const name = readLine(network, portfolioLengths.label) || 'A profile';
    if (!link) return skip('LINKS', name, 'It has no web address that can be linked to');
    const label = readLine(readRecord(ours).label, portfolioLengths.label);
    return [{ url: link, label: label || linkLabel(link) }];
  });
}

const readAddress = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? normaliseLink(value) : null;

function readYears(fields: Fields) {
  const startedOn = readDate(fields.startDate);
  const endedOn = readDate(fields.endDate);
  const isTurned =
    startedOn && endedOn && endedOn.slice(0, startedOn.length) < startedOn.slice(0, endedOn.length);
  return { startedOn, endedOn: isTurned ? null : endedOn };
}

function readProject(fields: Fields, skip: Skip): ResumeProject[] {
  const title = readLine(fields.name, portfolioLengths.title);
  if (!title) return skip('PROJECTS', '', 'A project needs a name');
  const ours = readRecord(fields.liftoff);
  const isOurs = fields.liftoff !== undefined;
  const documentUrl = readAddress(fields.url);
  if (fields.url && !documentUrl)
    skip('PROJECTS', `Address of ${title}`, 'It is no web address that can be linked to');
  return [
    {
      title,
      summary: readText(fields.description, portfolioLengths.summary),
      role: readLine(readList(fields.roles).filter(isText).join(', '), portfolioLengths.title),
      problem: readText(ours.problem, portfolioLengths.story),
      approach: readText(ours.approach, portfolioLengths.story),
      outcome: readText(isOurs ? ours.outcome : readLines(fields.highlights), portfolioLengths.story),
      ...readYears(fields),
      skills: distinct(readList(fields.keywords)).slice(0, 50),
      documentUrl,
      isFeatured: ours.isFeatured === true,
      visible: ours.visible !== false,
    },
  ];
}

function readWork(fields: Fields, skip: Skip): ResumeWork[] {
  const title = readLine(fields.name, portfolioLengths.title);
  const url = readAddress(fields.url);
  if (!title) return skip('PUBLISHED_WORKS', '', 'A published work needs a name');
  if (!url) return skip('PUBLISHED_WORKS', title, 'It has no web address that can be linked to');
  const { kind, visible } = readRecord(fields.liftoff);
  return [
    {
      kind: isWorkKind(kind) ? kind : 'ARTICLE',
      title,
      publisher: readLine(fields.publisher, portfolioLengths.title),
      publishedOn: readDate(fields.releaseDate),
      url,
      summary: readText(fields.summary, portfolioLengths.summary),
      visible: visible !== false,
    },
  ];
}

function readJob(fields: Fields, skip: Skip): ResumeJob[] {
  const company = readLine(fields.name ?? fields.organization ?? fields.company, portfolioLengths.title);
  const title = readLine(fields.position, portfolioLengths.title);
  if (!title && !company) return skip('EXPERIENCE', '', 'A job needs a position or a company');
  return [
    {
      title: title || company,
      company: title ? company : '',
      location: readLine(fields.location, portfolioLengths.location),
      ...readYears(fields),
      summary: withHighlights(fields, portfolioLengths.entrySummary),
    },
  ];
}

function readSchool(fields: Fields, skip: Skip): ResumeSchool[] {
  const institution = readLine(fields.institution, portfolioLengths.title);
  const degree = [fields.studyType, fields.area].filter(isText).join(', ');
  if (!institution)
    return skip('EDUCATION', readLine(degree, portfolioLengths.title), 'It names no school or college');
  const courses = readLines(fields.courses);
  return [
    {
      institution,
      degree: readLine(degree, portfolioLengths.title),
      ...readYears(fields),
      summary: readText(readRecord(fields.liftoff).summary ?? courses, portfolioLengths.entrySummary),
    },
  ];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const withHighlights = ({ summary, highlights }: Fields, length: number): string =>
  readText([summary, readLines(highlights)].filter(isText).join('\n\n'), length);
