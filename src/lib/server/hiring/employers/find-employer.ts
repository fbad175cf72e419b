import { sql } from 'kysely';
import type { JobCard } from '#lib/contract/hiring/jobs.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isOpen, type ViewerId } from '../job-rows.ts';
import { isSlug } from '../jobs/find-jobs.ts';
import { findJobCards } from '../jobs/search-jobs.ts';
import { presentLogo } from './present-logo.ts';

export interface PublicEmployer {
  name: string;
  slug: string;
  /** Path of a picture. */
  logo: string | null;
  website: string | null;
  /** Markdown. */
  about: string;
  /** Open jobs, the newest first. */
  jobs: JobCard[];
}

/** The page of an employer lists this many jobs at most. */
const maxJobs = 60;

/**
 * Finds an employer with its open jobs; null for an unknown slug and for an employer without a job that was ever open. An
 * archived employer keeps its page. [API-41]
 */
export async function findEmployer(db: Db, slug: string, viewerId: ViewerId): Promise<PublicEmployer | null> {
  if (!isSlug(slug)) return null;
  const row = await db
    .selectFrom('employer')
    .select(['id', 'name', 'slug', 'logoMediaId', 'website', 'about'])
    .where('slug', '=', slug)
    .where(sql<boolean>`exists (select from job where employer_id = employer.id and posted_at is not null)`)
    .executeTakeFirst();
  if (!row) return null;
  const open = await db
    .selectFrom('job')
    .select('id')
    .where('employerId', '=', row.id)
    .where(isOpen)
    .orderBy('postedAt', 'desc')
    .orderBy('id')
    .limit(maxJobs)
    .execute();
  const { id: _, logoMediaId, ...employer } = row;
  const ids = open.map(({ id }) => id);
  return { ...employer, logo: presentLogo(logoMediaId), jobs: await findJobCards(db, ids, viewerId) };
}

/**
 * Returns the response that leads from a merged employer to the one that it is part of; null for any other slug. A merge can
 * be undone, so no browser and no search engine may remember where it led. [API-41]
 */
export async function redirectMergedEmployer(db: Db, slug: string): Promise<Response | null> {
  if (!isSlug(slug)) return null;
  const row = await db
    .selectFrom('employer as merged')
    .innerJoin('employer as kept', 'kept.id', 'merged.mergedIntoId')
    .select('kept.slug')
    .where('merged.slug', '=', slug)
    .executeTakeFirst();
  if (!row) return null;
  const headers = { Location: `/moonshot/employers/${row.slug}/`, 'Cache-Control': 'no-store' };
  return new Response(null, { status: 302, headers });
}

/** Lists the employers with an open job for the sitemap, each with the day of its newest one. */
export function listHiringEmployerAddresses(db: Db): Promise<{ slug: string; postedAt: Date }[]> {
  return db
    .selectFrom('employer')
    .innerJoin('job', 'job.employerId', 'employer.id')
    .select(['employer.slug', sql<Date>`max(job.posted_at)`.as('postedAt')])
    .where(isOpen)
    .groupBy('employer.slug')
    .orderBy('employer.slug')
    .execute();
}
