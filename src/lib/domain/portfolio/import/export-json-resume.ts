import type { OpenTo, WorkKind } from '../portfolio.ts';

/**
 * JSON Resume 1.0.0 (https://jsonresume.org/schema), as far as a portfolio speaks it. What the format has no word for
 * stands beside it under `liftoff`, which other readers pass over, so that an export brings everything back.
 */

/** What of a portfolio is written by its owner and is not a picture. The contract's `Portfolio` is one. */
export interface ResumeContent {
  headline: string;
  about: string;
  location: string;
  openTo: OpenTo[];
  skills: string[];
  links: ResumeLink[];
  projects: ResumeProject[];
  publishedWorks: ResumeWork[];
  experience: ResumeJob[];
  education: ResumeSchool[];
}

interface Years {
  startedOn: string | null;
  endedOn: string | null;
}

export interface ResumeLink {
  url: string;
  label: string;
}

export interface ResumeProject extends Years {
  title: string;
  summary: string;
  role: string;
  problem: string;
  approach: string;
  outcome: string;
  skills: string[];
  documentUrl: string | null;
  isFeatured: boolean;
  visible: boolean;
}

export interface ResumeWork {
  kind: WorkKind;
  title: string;
  publisher: string;
  publishedOn: string | null;
  url: string;
  summary: string;
  visible: boolean;
}

export interface ResumeJob extends Years {
  title: string;
  company: string;
  location: string;
  summary: string;
}

export interface ResumeSchool extends Years {
  institution: string;
  degree: string;
  summary: string;
}

interface Exported extends Omit<ResumeContent, 'links'> {
  slug: string;
  owner: { firstName: string; lastName: string };
  email: string | null;
  phone: string | null;
  links: (ResumeLink & { kind: string })[];
  certificates: { title: string; issuedOn: string; issuerName: string }[];
  updatedAt: string;
}

/** A portfolio as a JSON Resume. `pageUrl` is where the portfolio itself is. */
export function toJsonResume(portfolio: Exported, pageUrl: string) {
  const { owner, headline, about, location, openTo, links, email, phone } = portfolio;
  return {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name: `${owner.firstName} ${owner.lastName}`.trim(),
      label: headline,
      ...(email && { email }),
      ...(phone && { phone }),
      url: pageUrl,
      summary: about,
      ...(location && { location: { city: location } }),
      profiles: links.map(({ kind, label, url }) => ({
        network: networks[kind] ?? label,
        url,
        liftoff: { label },
      })),
      liftoff: { openTo },
    },
    work: portfolio.experience.map(({ company, title, location, summary, ...years }) =>
      filled({ name: company, position: title, location, ...dates(years), summary }),
    ),
    education: portfolio.education.map(({ institution, degree, summary, ...years }) => ({
      ...filled({ institution, studyType: degree, ...dates(years) }),
      ...(summary && { liftoff: { summary } }),
    })),
    certificates: portfolio.certificates.map(({ title, issuedOn, issuerName }) => ({
      name: title,
      date: issuedOn,
      issuer: issuerName,
    })),
    publications: portfolio.publishedWorks.map(
      ({ title, publisher, publishedOn, url, summary, kind, visible }) => ({
        ...filled({ name: title, publisher, releaseDate: publishedOn, url, summary }),
        liftoff: { kind, visible },
      }),
    ),
    skills: portfolio.skills.map((name) => ({ name })),
    projects: portfolio.projects.map(exportProject),
    meta: { canonical: pageUrl, version: 'v1.0.0', lastModified: portfolio.updatedAt },
  };
}

const networks: Readonly<Record<string, string>> = {
  LINKEDIN: 'LinkedIn',
  GITHUB: 'GitHub',
  BEHANCE: 'Behance',
  MEDIUM: 'Medium',
  X: 'X',
};

function exportProject(project: ResumeProject) {
  const { title, summary, role, problem, approach, outcome, skills, documentUrl, isFeatured, visible } =
    project;
  return {
    ...filled({ name: title, description: summary, ...dates(project), url: documentUrl }),
    // What other readers show of a case study.
    ...(outcome && { highlights: outcome.split('\n').filter(Boolean) }),
    ...(skills.length > 0 && { keywords: skills }),
    ...(role && { roles: [role] }),
    liftoff: { problem, approach, outcome, isFeatured, visible },
  };
}

const dates = ({ startedOn, endedOn }: Years) => ({ startDate: startedOn, endDate: endedOn });

/** Without what is empty: the format has no null. */
function filled<Fields extends Record<string, string | null>>(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
  );
}
