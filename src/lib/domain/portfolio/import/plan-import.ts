import { isEquivalent } from '#lib/domain/core/is-equivalent.ts';
import { openToLabels, portfolioLimits } from '../portfolio.ts';
import type { ResumeContent } from './export-json-resume.ts';
import {
  createImportReport,
  type ImportChange,
  type ImportChoices,
  type ImportReport,
} from './import-change.ts';
import type { ParsedResume } from './parse-json-resume.ts';
import { type ListPlan, planList } from './plan-list.ts';
import { jobRule, linkRule, normaliseName, projectRule, schoolRule, workRule } from './same-entry.ts';

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
 * Plans the import of a résumé. It adds the chosen entries and replaces the chosen values; it removes nothing and keeps
 * what the résumé does not mention. A second import of the same file changes nothing.
 */
export function planImport<Current extends ResumeContent>(
  current: Current,
  { content, skipped }: ParsedResume,
  choices: ImportChoices = null,
): ImportPlan<Current> {
  const report = createImportReport(choices);
  const fields = {
    headline: planField(report, 'Headline', current.headline, content.headline),
    about: planField(report, 'About', current.about, content.about),
    location: planField(report, 'Location', current.location, content.location),
    openTo: planOpenTo(report, current.openTo, content.openTo),
    skills: planSkills(report, current.skills, content.skills),
  };
  const lists = planLists(report, current, content);
  for (const [index, { section, label, reason }] of skipped.entries())
    report.skip({ key: `SKIPPED/${index}`, section, label }, reason);
  return { changes: report.changes, fields, ...lists } as ImportPlan<Current>;
}

const titleOf = ({ title }: { title: string }): string => title;

function planLists(report: ImportReport, current: ResumeContent, content: ResumeContent) {
  return {
    links: planList(report, {
      section: 'LINKS',
      current: current.links,
      imported: content.links,
      rule: linkRule,
      labelOf: ({ label }) => label,
      max: portfolioLimits.links,
    }),
    projects: planList(report, {
      section: 'PROJECTS',
      current: current.projects,
      imported: limitFeatured(current, content),
      rule: projectRule,
      labelOf: titleOf,
      max: portfolioLimits.projects,
    }),
    publishedWorks: planList(report, {
      section: 'PUBLISHED_WORKS',
      current: current.publishedWorks,
      imported: content.publishedWorks,
      rule: workRule,
      labelOf: titleOf,
      max: portfolioLimits.publishedWorks,
    }),
    experience: planList(report, {
      section: 'EXPERIENCE',
      current: current.experience,
      imported: content.experience,
      rule: jobRule,
      labelOf: ({ title, company }) => [title, company].filter(Boolean).join(', '),
      max: portfolioLimits.experience,
    }),
    education: planList(report, {
      section: 'EDUCATION',
      current: current.education,
      imported: content.education,
      rule: schoolRule,
      labelOf: ({ institution, degree }) => [degree, institution].filter(Boolean).join(', '),
      max: portfolioLimits.education,
    }),
  };
}

/** Keeps the featured project of the portfolio, or takes the first one of the résumé: at most one is featured (API-33). */
function limitFeatured({ projects }: ResumeContent, content: ResumeContent): ResumeContent['projects'] {
  let canFeature = !projects.some(({ isFeatured }) => isFeatured);
  return content.projects.map((project) => {
    const isFeatured = canFeature && project.isFeatured;
    if (isFeatured) canFeature = false;
    return { ...project, isFeatured };
  });
}

function planField(report: ImportReport, label: string, before: string, after: string): string {
  if (!after) return before;
  const item = { key: `BASICS/${label}`, section: 'BASICS', label, after } as const;
  if (isEquivalent(before, after)) {
    report.keep(item);
    return before;
  }
  const choice = before
    ? report.offer({ ...item, kind: 'CHANGE', before, options: ['REPLACE', 'SKIP'], choice: 'SKIP' })
    : report.offer({ ...item, kind: 'ADD', before: null, options: ['ADD', 'SKIP'], choice: 'ADD' });
  return choice === 'SKIP' ? before : after;
}

function planOpenTo(
  report: ImportReport,
  current: ResumeContent['openTo'],
  imported: ResumeContent['openTo'],
): ResumeContent['openTo'] {
  const added = imported.filter((one) => !current.includes(one));
  const item = { key: 'BASICS/Open to', section: 'BASICS', label: 'Open to' } as const;
  const after = (added.length > 0 ? added : imported).map((one) => openToLabels[one]).join(', ');
  if (added.length === 0) {
    if (imported.length > 0) report.keep({ ...item, after });
    return current;
  }
  const choice = report.offer({
    ...item,
    kind: 'ADD',
    before: null,
    after,
    options: ['ADD', 'SKIP'],
    choice: 'ADD',
  });
  return choice === 'ADD' ? [...current, ...added] : current;
}

/** Plans each skill by itself. Skills beyond the limit are skipped and reported. */
function planSkills(report: ImportReport, current: readonly string[], imported: readonly string[]): string[] {
  const known = new Set(current.map(normaliseName));
  const all = [...current];
  for (const [index, skill] of imported.entries()) {
    const item = { key: `SKILLS/${index}`, section: 'SKILLS', label: skill } as const;
    const name = normaliseName(skill);
    if (known.has(name)) report.keep({ ...item, after: null });
    else if (all.length >= Math.max(current.length, portfolioLimits.skills))
      report.skip(item, `You can have at most ${portfolioLimits.skills}`);
    else {
      const change = { ...item, kind: 'ADD', before: null, after: null } as const;
      if (report.offer({ ...change, options: ['ADD', 'SKIP'], choice: 'ADD' }) === 'ADD') {
        known.add(name);
        all.push(skill);
      }
    }
  }
  return all;
}
