import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { slugOf } from '#lib/domain/hiring/jobs/job-text-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createEmployer } from '../employers/write-employer.ts';
import type { JobOptions } from './job-text.ts';

type Employer = JobOptions['employers'][number];

/** The employers of a file of jobs: those that there are, found by name or slug, and those that the import adds. */
export interface ImportEmployers {
  /** The employers that a row may refer to; a new one has an id of its own until it is created. */
  options: readonly Employer[];
  /** Returns what the import does about the employer of a row: nothing, or adds it. */
  describe(name: string): string[];
  /** Creates the employer of a row unless there is one by now, and returns its id. */
  ensure(id: string): Promise<string>;
}

/** Lists the names and addresses of employers that were merged, for the employer that each is part of. */
export const listMergedNames = (db: Db): Promise<Employer[]> =>
  db
    .selectFrom('employer as merged')
    .innerJoin('employer as kept', 'kept.id', 'merged.mergedIntoId')
    .select(['kept.id', 'merged.slug', 'merged.name'])
    .select(sql<boolean>`kept.archived_at is not null`.as('isArchived'))
    .execute();

/** Plans the employers of a file. A name is added once, however many rows have it. [API-41] */
export function planEmployers(
  db: Db,
  staffId: string,
  existing: readonly Employer[],
  names: readonly string[],
): ImportEmployers {
  const added = new Map<string, Employer>();
  for (const name of names.map((one) => one.trim())) {
    const slug = slugOf(name);
    const isKnown = existing.some((one) => one.id === name || one.slug === slug || slugOf(one.name) === slug);
    if (!isKnown && slug && name.length <= 80 && !added.has(slug))
      added.set(slug, { id: uuidv7(), slug, name, isArchived: false });
  }
  const planned = [...added.values()];
  const created = new Map<string, string>();
  return {
    // A spelling of a known name, such as `Sarvalane  operations`, is found by its slug.
    options: [...existing, ...planned],
    describe: (name) => {
      const employer = added.get(slugOf(name));
      return employer ? [`Adds the employer “${employer.name}”. Write about it on its page.`] : [];
    },
    async ensure(id) {
      const employer = planned.find((one) => one.id === id);
      if (!employer) return id;
      const createdId = created.get(id) ?? (await findOrCreate(db, staffId, employer));
      created.set(id, createdId);
      return createdId;
    },
  };
}

/** Another import may have added the employer since the file was read. */
async function findOrCreate(db: Db, staffId: string, { slug, name }: Employer): Promise<string> {
  const row = await db
    .selectFrom('employer')
    .select(['id', 'mergedIntoId'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row?.mergedIntoId ?? row?.id ?? createEmployer(db, staffId, { name, website: null, about: '' });
}
