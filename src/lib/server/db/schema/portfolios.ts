import type { Generated } from 'kysely';
import type { Education, Experience } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { OpenTo, Visibility, WorkKind } from '#lib/domain/portfolio/portfolio.ts';
import type { GeneratedJson } from './columns.ts';

/** One per person; `version` is raised by every write, of its entries too. */
export interface PortfolioTable {
  id: string;
  userId: string;
  /** The present address; all that ever were are in `portfolioSlug`. */
  slug: string;
  headline: Generated<string>;
  /** Markdown. */
  about: Generated<string>;
  location: Generated<string>;
  openTo: GeneratedJson<OpenTo[]>;
  skills: GeneratedJson<string[]>;
  experience: GeneratedJson<Experience[]>;
  education: GeneratedJson<Education[]>;
  visibility: Generated<Visibility>;
  /** Only ever true of a PUBLIC one: the table checks it. */
  allowIndexing: Generated<boolean>;
  showEmail: Generated<boolean>;
  showPhone: Generated<boolean>;
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface PortfolioSlugTable {
  slug: string;
  portfolioId: string;
  takenAt: Generated<Date>;
}

/** What every kind of entry has; an id is unique within its portfolio alone. */
export interface EntryColumns {
  portfolioId: string;
  id: string;
  /** 0 to n − 1 per kind. */
  position: number;
}

export interface PortfolioLinkTable extends EntryColumns {
  /** Normalised (C-36). */
  url: string;
  /** Empty: told from the address. */
  label: Generated<string>;
}

export interface PortfolioWorkTable extends EntryColumns {
  kind: Generated<WorkKind>;
  title: string;
  publisher: Generated<string>;
  /** As far as known: `2024`, `2024-05`, `2024-05-31`. */
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

/** Issued by us, as it was on that day. */
export interface CertificateTable {
  id: string;
  /** 12 characters of an alphabet without look-alikes; what a person quotes. */
  shortUuid: string;
  userId: string;
  /** DRAFT → ISSUED → REVOKED or REPLACED. We vouch for ISSUED ones only. */
  status: 'DRAFT' | 'ISSUED' | 'REVOKED' | 'REPLACED';
  title: string;
  programTitle: string;
  holderName: string;
  /** A calendar day, `2026-05-31`. */
  issuedOn: string;
  issuerName: string;
}

export interface PortfoliosTables {
  portfolio: PortfolioTable;
  portfolioSlug: PortfolioSlugTable;
  portfolioLink: PortfolioLinkTable;
  portfolioWork: PortfolioWorkTable;
  portfolioProject: PortfolioProjectTable;
  certificate: CertificateTable;
}
