import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import { openToLabels, portfolioLimits } from '../portfolio.ts';
import { describeFields } from './entry-labels.ts';
import type { ResumeContent } from './export-json-resume.ts';
import type { ImportChange, ImportSection } from './import-change.ts';
import { indexByKey, indexByUniqueKey, mergeEntry } from './merge-entry.ts';
import type { ParsedResume } from './parse-json-resume.ts';

/** The changes of one list: entries with their new values, and new entries. */
export interface ListPlan<Current, New> {
  changed: Current[];
  added: New[];
}

export interface ImportPlan<Current extends ResumeContent> {
  changes: ImportChange[];
  fields: Pick<ResumeContent, 'headline' | 'about' | 'location' | 'openTo' | 'skills'>;
  links: ListPlan<Current['links'][number], ResumeContent['links'][number]>;
  projects: ListPlan<Current['projects'][number], ResumeContent['projects'][number]>;
  publishedWorks: ListPlan<Current['publishedWorks'][number], ResumeContent['publishedWorks'][number]>;
  experience: ListPlan<Current['experience'][number], ResumeContent['experience'][number]>;
  education: ListPlan<Current['education'][number], ResumeContent['education'][number]>;
}

/**
 * Plans the import of a résumé. It adds new entries and updates fields that differ; it removes nothing and keeps what
 * the résumé does not mention. A second import of the same file changes nothing.
 */
export function planImport<Current extends ResumeContent>(
  current: Current,
  { content, skipped }: ParsedResume,
): ImportPlan<Current> {
  const changes: ImportChange[] = [];
  const report = (change: ImportChange) => changes.push(change);
  const fields = {
    headline: planField(report, 'Headline', current.headline, content.headline),
    about: planField(report, 'About', current.about, content.about),
    location: planField(report, 'Location', current.location, content.location),
    openTo: planSet(report, 'BASICS', 'Open to', current.openTo, content.openTo, (one) => openToLabels[one]),
    skills: planSet(report, 'SKILLS', 'Skills', current.skills, content.skills, (one) => one),
  };
  const lists = {
    links: planList(
      report,
      'LINKS',
      current.links,
      content.links,
      (one) => one.url,
      ({ label }) => label,
    ),
    projects: planList(
      report,
      'PROJECTS',
      current.projects,
      limitFeatured(current, content),
      titleOf,
      titleOf,
    ),
    publishedWorks: planList(
      report,
      'PUBLISHED_WORKS',
      current.publishedWorks,
      content.publishedWorks,
      (one) => one.url,
      titleOf,
    ),
    experience: planList(
      report,
      'EXPERIENCE',
      current.experience,
      content.experience,
      ({ title, company, startedOn }) => `${title}|${company}|${startedOn}`,
      ({ title, company }) => [title, company].filter(Boolean).join(', '),
    ),
    education: planList(
      report,
      'EDUCATION',
      current.education,
      content.education,
      ({ institution, degree }) => `${institution}|${degree}`,
      ({ institution, degree }) => [degree, institution].filter(Boolean).join(', '),
    ),
  } as Omit<ImportPlan<Current>, 'changes' | 'fields'>;
  for (const { section, label, reason } of skipped) report(skipChange(section, label, reason));
  return { changes, fields, ...lists };
}

type ReportChange = (change: ImportChange) => void;

const titleOf = ({ title }: { title: string }): string => title;

/** Keeps the featured project of the portfolio, or takes the first one of the résumé: at most one is featured (API-33). */
function limitFeatured({ projects }: ResumeContent, content: ResumeContent): ResumeContent['projects'] {
  let canFeature = !projects.some(({ isFeatured }) => isFeatured);
  return content.projects.map((project) => {
    const isFeatured = canFeature && project.isFeatured;
    if (isFeatured) canFeature = false;
    return { ...project, isFeatured };
  });
}

function planField(report: ReportChange, label: string, before: string, after: string): string {
  if (!after) return before;
  const kind = isEquivalent(before, after) ? 'KEEP' : before ? 'CHANGE' : 'ADD';
  report({ section: 'BASICS', kind, label, before: before || null, after });
  return kind === 'KEEP' ? before : after;
}

/** Plans the union of both lists. Words beyond the limit are skipped and reported. */
function planSet<Word extends string>(
  report: ReportChange,
  section: ImportSection,
  label: string,
  current: readonly Word[],
  imported: readonly Word[],
  textOf: (word: Word) => string,
): Word[] {
  const known = new Set(current.map((word) => word.toLowerCase()));
  const added = imported.filter((word) => !known.has(word.toLowerCase()));
  const all = [...current, ...added].slice(0, Math.max(current.length, portfolioLimits.skills));
  const joinTexts = (words: readonly Word[]) => (words.length > 0 ? words.map(textOf).join(', ') : null);
  const kind = added.length === 0 ? 'KEEP' : current.length > 0 ? 'CHANGE' : 'ADD';
  if (imported.length > 0)
    report({ section, kind, label, before: joinTexts(current), after: joinTexts(all) });
  const overflow = [...current, ...added].slice(all.length);
  if (overflow.length > 0)
    report(limitChange(section, overflow.map(textOf).join(', '), portfolioLimits.skills));
  return all;
}

const limits: Partial<Record<ImportSection, number>> = {
  LINKS: portfolioLimits.links,
  PROJECTS: portfolioLimits.projects,
  PUBLISHED_WORKS: portfolioLimits.publishedWorks,
  EXPERIENCE: portfolioLimits.experience,
  EDUCATION: portfolioLimits.education,
};

/** Returns whether an address identifies an entry; a second entry with the same address in the file is skipped. */
const hasUniqueKeys = (section: ImportSection): boolean =>
  section === 'LINKS' || section === 'PUBLISHED_WORKS';

function planList<Entry extends object>(
  report: ReportChange,
  section: ImportSection,
  current: readonly Entry[],
  imported: readonly Entry[],
  keyOf: (entry: Entry) => string,
  labelOf: (entry: Entry) => string,
): ListPlan<Entry, Entry> {
  const plan: ListPlan<Entry, Entry> = { changed: [], added: [] };
  const indexEntries = hasUniqueKeys(section) ? indexByUniqueKey : indexByKey;
  const before = indexEntries(current, keyOf).entries;
  const { entries, duplicates } = indexEntries(imported, keyOf);
  for (const [key, entry] of entries) {
    const label = labelOf(entry);
    const known = before.get(key);
    const max = limits[section] ?? Number.POSITIVE_INFINITY;
    if (!known && current.length + plan.added.length >= max) report(limitChange(section, label, max));
    else if (!known) {
      plan.added.push(entry);
      report({
        section,
        kind: 'ADD',
        label,
        before: null,
        after: describeFields(entry, Object.keys(entry)) || null,
      });
    } else {
      const { merged, names, hasReversedDates } = mergeEntry(known, entry);
      if (names.length > 0) plan.changed.push(merged);
      report({
        section,
        kind: names.length > 0 ? 'CHANGE' : 'KEEP',
        label,
        before: names.length > 0 ? describeFields(known, names) || null : null,
        after: names.length > 0 ? describeFields(merged, names) : null,
      });
      if (hasReversedDates)
        report(skipChange(section, `Years of ${label}`, 'The end would be before the start'));
    }
  }
  for (const entry of duplicates)
    report(skipChange(section, labelOf(entry), 'The file has this address twice'));
  return plan;
}

const skipChange = (section: ImportSection, label: string, reason: string): ImportChange => ({
  section,
  kind: 'SKIP',
  label,
  before: null,
  after: reason,
});

const limitChange = (section: ImportSection, label: string, max: number): ImportChange =>
  skipChange(section, label, `You can have at most ${max}`);
