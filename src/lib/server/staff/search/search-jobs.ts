import { sql } from 'kysely';
import { type JobStatus, jobStatusLabels } from '#lib/domain/hiring/jobs/job.ts';
import { jobStatus } from '#lib/server/hiring/job-rows.ts';
import { joinFacts, type SearchSource } from './search-source.ts';

/** The words of a text as SQL, without punctuation. The indexes of migration 053 have the same expressions. */
const wordsOf = (text: string) => sql`array_to_tsvector(string_to_array(trim(regexp_replace(lower(
  ${sql.raw(text)}), '[\\s!-/:-@[-\`{-~–—·’]+', ' ', 'g')), ' '))`;

/** Splits a search into words as `wordsOf` does, quoted so that none is an operator. */
const listPrefixes = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~–—·’]+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => `'${word}':*`);

/** A common word reads the rows of this many jobs and employers only. */
const maxJobs = 500;
const maxEmployers = 20;

const columns = sql`id, title, code, employer_id, status, apply_by`;

interface FoundJob {
  id: string;
  title: string;
  code: string;
  name: string;
  status: JobStatus;
}

/**
 * Jobs by the words of their title, code and employer, in any order; the one with just this code first, then open ones. Jobs
 * with one of the words are found by index, in the job or in its employer, and those that have all of them are kept. [API-41]
 */
export const foundJobs: SearchSource = {
  kind: 'JOB',
  find: async (db, { text }, limit) => {
    const prefixes = listPrefixes(text);
    if (!prefixes.length) return [];
    const any = sql`${prefixes.join(' | ')}::tsquery`;
    const { rows } = await sql<FoundJob>`
      with found as materialized (
        (select ${columns} from job where ${wordsOf("title || ' ' || code")} @@ ${any} limit ${maxJobs})
        union
        select own.* from (select id from employer where ${wordsOf('name')} @@ ${any} limit ${maxEmployers}) e
        cross join lateral (
          select ${columns} from job where employer_id = e.id order by id desc limit ${maxJobs}) own)
      select job.id, job.title, job.code, employer.name, ${jobStatus} as status
      from found as job join employer on employer.id = job.employer_id
      where ${wordsOf("job.title || ' ' || job.code || ' ' || employer.name")} @@ ${prefixes.join(' & ')}::tsquery
      order by lower(job.code) = ${text.trim().toLowerCase()} desc, ${jobStatus} = 'OPEN' desc, job.id desc limit ${limit}`.execute(
      db,
    );
    return rows.map(({ id, title, code, name, status }) => ({
      ...{ id, title, href: `/staff/jobs/${id}/` },
      text: joinFacts(code, name, status === 'ARCHIVED' ? 'Archived' : jobStatusLabels[status]),
    }));
  },
};
