import type { Generated } from 'kysely';
import type { Education, Experience } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { OpenTo, Visibility, WorkKind } from '#lib/domain/portfolio/portfolio.ts';
import type { GeneratedJson } from './columns.ts';

/** A person's portfolio. Every write increases `version`, also one of an entry. */
export interface PortfolioTable {
  id: string;
  userId: string;
  /** The readable address, for a private or a public portfolio; `portfolioSlug` has the former ones too. */
  slug: string;
  /** The secret address, for an unlisted portfolio. Null before it is unlisted for the first time. */
  shareSlug: Generated<string | null>;
  headline: Generated<string>;
  /** Markdown. */
  about: Generated<string>;
  location: Generated<string>;
  openTo: GeneratedJson<OpenTo[]>;
  skills: GeneratedJson<string[]>;
  experience: GeneratedJson<Experience[]>;
  education: GeneratedJson<Education[]>;
  visibility: Generated<Visibility>;
  /** True only for a PUBLIC one; the table checks this. */
  allowIndexing: Generated<boolean>;
  showEmail: Generated<boolean>;
  showPhone: Generated<boolean>;
  coverMediaId: Generated<string | null>;
  /** The height of the cover picture that its band shows: 0 is its top, 100 its bottom. */
  coverPosition: Generated<number>;
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface PortfolioSlugTable {
  slug: string;
  portfolioId: string;
  /** True for a secret address; false for a readable one that the owner has chosen. */
  isShared: Generated<boolean>;
  takenAt: Generated<Date>;
}

/** The columns of all kinds of entries. An id is unique only within its portfolio. */
export interface EntryColumns {
  portfolioId: string;
  id: string;
  /** 0 to n − 1 per kind. */
  position: number;
}

export interface PortfolioLinkTable extends EntryColumns {
  /** Normalised (C-36). */
  url: string;
  /** Empty for the label that follows from the address. */
  label: Generated<string>;
}

export interface PortfolioWorkTable extends EntryColumns {
  kind: Generated<WorkKind>;
  title: string;
  publisher: Generated<string>;
  /** A date as precise as known: `2024`, `2024-05`, `2024-05-31`. */
  publishedOn: string | null;
  url: string;
  summary: Generated<string>;
  coverMediaId: string | null;
  visible: Generated<boolean>;
}

export interface PortfolioProjectTable extends EntryColumns {
  title: string;
  summary: Generated<string>;
  role: Generated<string>;
  problem: Generated<string>;
  approach: Generated<string>;
  outcome: Generated<string>;
  startedOn: string | null;
  endedOn: string | null;
  skills: GeneratedJson<string[]>;
  coverMediaId: string | null;
  documentUrl: string | null;
  isFeatured: Generated<boolean>;
  visible: Generated<boolean>;
}

export interface PortfoliosTables {
  portfolio: PortfolioTable;
  portfolioSlug: PortfolioSlugTable;
  portfolioLink: PortfolioLinkTable;
  portfolioWork: PortfolioWorkTable;
  portfolioProject: PortfolioProjectTable;
}
