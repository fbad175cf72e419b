import { sql } from 'kysely';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobCard, JobFilters, jobRoutes } from '#lib/contract/hiring/jobs.ts';
import { searchWords } from '#lib/domain/hiring/jobs/job-search.ts';
import { correctWord } from '#lib/domain/hiring/jobs/spelling.ts';
import { townsFormerlyNamed } from '#lib/domain/hiring/registration/indian-towns.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import { applyDueTransitions } from '../due-transitions.ts';
import { type JobCardRow, selectJobCards, type ViewerId } from '../job-rows.ts';
import { bestFirst, isListed, jobText, matchesFilters } from './job-conditions.ts';
import { presentJobCard } from './present-job.ts';
import { type JobCounts, selectJobList } from './select-job-list.ts';

type JobListInput = JobFilters & Paging;
type JobListExtras = ResponseOf<(typeof jobRoutes)['GET /api/v1/moonshot/jobs/']>;

/**
 * Lists jobs with the count of every filter value and the number of open jobs. A search that finds nothing is tried once
 * more with its typing errors corrected, and so is a word with a letter typed twice at its end. [API-41]
 */
export async function listJobs(
  db: Db,
  { limit, offset, ...input }: JobListInput,
  viewerId: ViewerId,
): Promise<Page<JobCard> & JobCounts & Pick<JobListExtras, 'correctedSearch' | 'preferredCities'>> {
  if (viewerId) await applyDueTransitions(db, viewerId);
  const preferred = await findPreferredPlaces(db, input, viewerId);
  const select = (filters: JobFilters) =>
    selectJobList(db, { limit, offset, ...filters }, viewerId, preferred.ids);
  const first = await select(input);
  const correctedSearch = input.search
    ? first.count === 0
      ? await correctSearch(db, input.search)
      : await dropDoubledLetters(db, input.search)
    : null;
  const { rows, ...counts } = correctedSearch ? await select({ ...input, search: correctedSearch }) : first;
  return { ...counts, results: presentCards(rows), correctedSearch, preferredCities: preferred.cities };
}

/**
 * Returns the search with each unknown word replaced by the beginning of a known one; null where a word has no similar one. The
 * former name of a city stands for the city: “bangalore” is Bengaluru.
 */
async function correctSearch(db: Db, search: string): Promise<string | null> {
  const { rows } = await sql<{ word: string }>`
    select word from (
      select regexp_split_to_table(${jobText}, '[^[:alnum:]]+') as word
      from job join employer on employer.id = job.employer_id where ${isListed}) words
    where length(word) > 2 group by word order by count(*) desc, word`.execute(db);
  const vocabulary = rows.map(({ word }) => word);
  const corrected = searchWords(search).map((typed) => {
    if (vocabulary.some((word) => word.startsWith(typed))) return typed;
    const cities = townsFormerlyNamed(typed).map((city) => city.toLowerCase());
    return cities.find((city) => vocabulary.includes(city)) ?? correctWord(typed, vocabulary);
  });
  if (corrected.includes(null)) return null;
  const text = corrected.join(' ');
  return text === searchWords(search).join(' ') ? null : text;
}

/**
 * Returns the search without a doubled letter at the end of a word, where a job has the shorter word: `excell` is Excel, although
 * “excellent” begins with it. The shorter word finds these jobs too. Null where there is no such word.
 */
async function dropDoubledLetters(db: Db, search: string): Promise<string | null> {
  const typed = searchWords(search);
  const shorter = typed.filter((word) => /^[a-z]{4,}$/.test(word) && word.at(-1) === word.at(-2));
  if (!shorter.length) return null;
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${shorter}::text[]) as typed (word) where exists (
      select from job join employer on employer.id = job.employer_id
      where ${isListed} and ${jobText} ~ ('\\m' || left(word, -1) || '\\M'))
      and not exists (
        select from job join employer on employer.id = job.employer_id
        where ${isListed} and ${jobText} ~ ('\\m' || word || '\\M'))`.execute(db);
  const found = new Set(rows.map(({ word }) => word));
  return found.size ? typed.map((word) => (found.has(word) ? word.slice(0, -1) : word)).join(' ') : null;
}

interface PreferredPlaces {
  ids: string[];
  cities: string[];
}

/** Finds where a candidate wants to work. It orders the list only where they have not chosen a city or an order. */
async function findPreferredPlaces(
  db: Db,
  { city, sort }: JobFilters,
  viewerId: ViewerId,
): Promise<PreferredPlaces> {
  if (!viewerId || city || sort) return { ids: [], cities: [] };
  const { rows } = await sql<{ id: string; city: string }>`
    select place.id, place.city
    from candidate_registration,
      jsonb_array_elements_text(preferred_location_ids) with ordinality wanted(id, position)
      join job_location place on place.id = wanted.id::uuid
    where user_id = ${viewerId} order by wanted.position`.execute(db);
  return { ids: rows.map(({ id }) => id), cities: rows.map((row) => row.city) };
}

/** Lists the same jobs without any counts. */
export async function findJobs(
  db: Db,
  { limit, offset, ...filters }: JobListInput,
  viewerId: ViewerId,
  preferredLocationIds: readonly string[] = [],
): Promise<JobCard[]> {
  if (viewerId) await applyDueTransitions(db, viewerId);
  // Ids are queried first: an index gives the order, and long rows are read only for the jobs of the page.
  const page = await db
    .selectFrom('job')
    .select('id')
    .where(sql<boolean>`${isListed} and ${matchesFilters(filters)}`)
    .orderBy(bestFirst(filters, preferredLocationIds))
    .limit(limit)
    .offset(offset)
    .execute();
  return findJobCards(
    db,
    page.map(({ id }) => id),
    viewerId,
  );
}

/** Loads the cards of jobs in the order of their ids. Those with a time out of bounds are left out. */
export async function findJobCards(db: Db, ids: readonly string[], viewerId: ViewerId): Promise<JobCard[]> {
  const rows = await findJobRows(db, ids, viewerId);
  return presentCards(ids.flatMap((id) => rows.get(id) ?? []));
}

const presentCards = (rows: readonly JobCardRow[]): JobCard[] => rows.filter(isReadable).map(presentJobCard);

/** Loads the rows of jobs by id. */
async function findJobRows(
  db: Db,
  ids: readonly string[],
  viewerId: ViewerId,
): Promise<Map<string, JobCardRow>> {
  if (!ids.length) return new Map();
  const rows = await selectJobCards(db, viewerId).where('job.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
