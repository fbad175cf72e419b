import { isAlike } from '#lib/domain/core/is-equivalent.ts';
import { openToLabels, portfolioLimits } from '../portfolio.ts';
import { describeFields } from './entry-labels.ts';
import type { ResumeContent } from './export-json-resume.ts';
import type { ImportChange, ImportSection } from './import-change.ts';
import { indexByKey, indexByUniqueKey, mergeEntry } from './merge-entry.ts';
import type { ParsedResume } from './parse-json-resume.ts';

/** What a list becomes: entries of the portfolio as they shall be, and new ones. */
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
 * What importing a résumé does to a portfolio. It adds what is new and changes what the résumé says otherwise; what the
 * résumé is silent about stays, and nothing is taken away. So a second import changes nothing.
 */
export function planImport<Current extends ResumeContent>(
  current: Current,
  { content, skipped: unreadable }: ParsedResume,
): ImportPlan<Current> {
  const changes: ImportChange[] = [];
  const note = (change: ImportChange) => changes.push(change);
  const fields = {
    headline: planField(note, 'Headline', current.headline, content.headline),
    about: planField(note, 'About', current.about, content.about),
    location: planField(note, 'Location', current.location, content.location),
    openTo: planSet(note, 'BASICS', 'Open to', current.openTo, content.openTo, (one) => openToLabels[one]),
    skills: planSet(note, 'SKILLS', 'Skills', current.skills, content.skills, (one) => one),
  };
  const lists = {
    links: planList(
      note,
      'LINKS',
      current.links,
      content.links,
      (one) => one.url,
      ({ label }) => label,
    ),
    projects: planList(note, 'PROJECTS', current.projects, oneFeatured(current, content), titleOf, titleOf),
    publishedWorks: planList(
      note,
      'PUBLISHED_WORKS',
      current.publishedWorks,
      content.publishedWorks,
      (one) => one.url,
      titleOf,
    ),
    experience: planList(
      note,
      'EXPERIENCE',
      current.experience,
      content.experience,
      ({ title, company, startedOn }) => `${title}|${company}|${startedOn}`,
      ({ title, company }) => [title, company].filter(Boolean).join(', '),
    ),
    education: planList(
      note,
      'EDUCATION',
      current.education,
      content.education,
      ({ institution, degree }) => `${institution}|${degree}`,
      ({ institution, degree }) => [degree, institution].filter(Boolean).join(', '),
    ),
  } as Omit<ImportPlan<Current>, 'changes' | 'fields'>;
  for (const { section, label, reason: because } of unreadable) note(skipped(section, label, because));
  return { changes, fields, ...lists };
}

type Note = (change: ImportChange) => void;

const titleOf = ({ title }: { title: string }): string => title;

/** There is one featured project at most (API-33): the one that is stays, else the first of the résumé. */
function oneFeatured({ projects }: ResumeContent, content: ResumeContent): ResumeContent['projects'] {
  let isFree = !projects.some(({ isFeatured }) => isFeatured);
  return content.projects.map((project) => {
    const isFeatured = isFree && project.isFeatured;
    if (isFeatured) isFree = false;
    return { ...project, isFeatured };
  });
}

function planField(note: Note, label: string, before: string, after: string): string {
  if (!after) return before;
  const kind = isAlike(before, after) ? 'KEEP' : before ? 'CHANGE' : 'ADD';
  note({ section: 'BASICS', kind, label, before: before || null, after });
  return kind === 'KEEP' ? before : after;
}

/** Both sides' words; what there is no room for is left out and said. */
function planSet<Word extends string>(
  note: Note,
  section: ImportSection,
  label: string,
  current: readonly Word[],
  wanted: readonly Word[],
  textOf: (word: Word) => string,
): Word[] {
  const known = new Set(current.map((word) => word.toLowerCase()));
  const added = wanted.filter((word) => !known.has(word.toLowerCase()));
  const all = [...current, ...added].slice(0, Math.max(current.length, portfolioLimits.skills));
  const text = (words: readonly Word[]) => (words.length > 0 ? words.map(textOf).join(', ') : null);
  const kind = added.length === 0 ? 'KEEP' : current.length > 0 ? 'CHANGE' : 'ADD';
  if (wanted.length > 0) note({ section, kind, label, before: text(current), after: text(all) });
  const without = [...current, ...added].slice(all.length);
  if (without.length > 0) note(noRoom(section, without.map(textOf).join(', '), portfolioLimits.skills));
  return all;
}

const limits: Partial<Record<ImportSection, number>> = {
  LINKS: portfolioLimits.links,
  PROJECTS: portfolioLimits.projects,
  PUBLISHED_WORKS: portfolioLimits.publishedWorks,
  EXPERIENCE: portfolioLimits.experience,
  EDUCATION: portfolioLimits.education,
};

/** Where one address is one entry, addresses are compared as they are, and the second of a file is none. */
const hasUniqueKeys = (section: ImportSection): boolean =>
  section === 'LINKS' || section === 'PUBLISHED_WORKS';

function planList<Entry extends object>(
  note: Note,
  section: ImportSection,
  current: readonly Entry[],
  wanted: readonly Entry[],
  keyOf: (entry: Entry) => string,
  labelOf: (entry: Entry) => string,
): ListPlan<Entry, Entry> {
  const plan: ListPlan<Entry, Entry> = { changed: [], added: [] };
  const find = hasUniqueKeys(section) ? indexByUniqueKey : indexByKey;
  const before = find(current, keyOf).entries;
  const { entries: found, duplicates: twice } = find(wanted, keyOf);
  for (const [key, entry] of found) {
    const label = labelOf(entry);
    const known = before.get(key);
    const most = limits[section] ?? Number.POSITIVE_INFINITY;
    if (!known && current.length + plan.added.length >= most) note(noRoom(section, label, most));
    else if (!known) {
      plan.added.push(entry);
      note({
        section,
        kind: 'ADD',
        label,
        before: null,
        after: describeFields(entry, Object.keys(entry)) || null,
      });
    } else {
      const { merged, names, isTurned } = mergeEntry(known, entry);
      if (names.length > 0) plan.changed.push(merged);
      note({
        section,
        kind: names.length > 0 ? 'CHANGE' : 'KEEP',
        label,
        before: names.length > 0 ? describeFields(known, names) || null : null,
        after: names.length > 0 ? describeFields(merged, names) : null,
      });
      if (isTurned)
        note(
          skipped(
            section,
            `Years of ${label}`,
            'With those that are there the end would be before the start',
          ),
        );
    }
  }
  for (const entry of twice) note(skipped(section, labelOf(entry), 'Its address stands in the file twice'));
  return plan;
}

const skipped = (section: ImportSection, label: string, because: string): ImportChange => ({
  section,
  kind: 'SKIP',
  label,
  before: null,
  after: because,
});

const noRoom = (section: ImportSection, label: string, most: number): ImportChange =>
  skipped(section, label, `There is room for ${most} only`);
