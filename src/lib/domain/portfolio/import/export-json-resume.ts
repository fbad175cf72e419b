import type { OpenTo, WorkKind } from '../portfolio.ts';

/**
 * The part of JSON Resume 1.0.0 (https://jsonresume.org/schema) that a portfolio uses. Fields that the format lacks are
 * under `liftoff`, which other readers ignore, so that importing an export restores everything.
 */

/** The fields that the owner writes, without pictures. The contract's `Portfolio` satisfies it. */
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

interface Period {
  startedOn: string | null;
  endedOn: string | null;
}

export interface ResumeLink {
  url: string;
  label: string;
}

export interface ResumeProject extends Period {
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

export interface ResumeJob extends Period {
  title: string;
  company: string;
  location: string;
  summary: string;
}

export interface ResumeSchool extends Period {
  institution: string;
  degree: string;
  summary: string;
}

interface ExportInput extends Omit<ResumeContent, 'links'> {
  slug: string;
  owner: { firstName: string; lastName: string };
  email: string | null;
  phone: string | null;
  links: (ResumeLink & { kind: string })[];
  certificates: { title: string; issuedOn: string; issuerName: string }[];
  updatedAt: string;
}

/** Returns a portfolio as a JSON Resume. `pageUrl` is the address of the portfolio's page. */
export function toJsonResume(portfolio: ExportInput, pageUrl: string) {
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
        network: networkNames[kind] ?? label,
        url,
        liftoff: { label },
      })),
      liftoff: { openTo },
    },
    work: portfolio.experience.map(({ company, title, location, summary, ...years }) =>
      dropEmpty({ name: company, position: title, location, ...dates(years), summary }),
    ),
    education: portfolio.education.map(({ institution, degree, summary, ...years }) => ({
      ...dropEmpty({ institution, studyType: degree, ...dates(years) }),
      ...(summary && { liftoff: { summary } }),
    })),
    certificates: portfolio.certificates.map(({ title, issuedOn, issuerName }) => ({
      name: title,
      date: issuedOn,
      issuer: issuerName,
    })),
    publications: portfolio.publishedWorks.map(
      ({ title, publisher, publishedOn, url, summary, kind, visible }) => ({
        ...dropEmpty({ name: title, publisher, releaseDate: publishedOn, url, summary }),
        liftoff: { kind, visible },
      }),
    ),
    skills: portfolio.skills.map((name) => ({ name })),
    projects: portfolio.projects.map(exportProject),
    meta: { canonical: pageUrl, version: 'v1.0.0', lastModified: portfolio.updatedAt },
  };
}

const networkNames: Readonly<Record<string, string>> = {
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
    ...dropEmpty({ name: title, description: summary, ...dates(project), url: documentUrl }),
    // Other readers show highlights in place of a case study.
    ...(outcome && { highlights: outcome.split('\n').filter(Boolean) }),
    ...(skills.length > 0 && { keywords: skills }),
    ...(role && { roles: [role] }),
    liftoff: { problem, approach, outcome, isFeatured, visible },
  };
}

const dates = ({ startedOn, endedOn }: Period) => ({ startDate: startedOn, endDate: endedOn });

/** Drops empty fields, because the format has no null. */
function dropEmpty<Fields extends Record<string, string | null>>(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
  );
}
