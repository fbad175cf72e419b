import { type Selectable, sql } from 'kysely';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { Db } from '#lib/server/db/index.ts';
import type {
  PortfolioLinkTable,
  PortfolioProjectTable,
  PortfolioWorkTable,
} from '#lib/server/db/schema/portfolios.ts';

/** Selects portfolios with their owner and ordered entries, in one statement and therefore one snapshot. */
export function selectPortfolios(db: Db) {
  return db
    .selectFrom('portfolio')
    .innerJoin('appUser', 'appUser.id', 'portfolio.userId')
    .selectAll('portfolio')
    .select([
      'appUser.firstName',
      'appUser.lastName',
      'appUser.email',
      'appUser.emailVerifiedAt',
      'appUser.phoneE164',
      'appUser.avatarMediaId',
      coverOf('portfolio').as('cover'),
      links.as('links'),
      works.as('works'),
      projects.as('projects'),
    ])
    .where('appUser.disabledAt', 'is', null);
}

export type PortfolioRow = Awaited<
  ReturnType<ReturnType<typeof selectPortfolios>['executeTakeFirstOrThrow']>
>;

export type LinkRow = Omit<Selectable<PortfolioLinkTable>, 'portfolioId'>;
export type WorkRow = Omit<Selectable<PortfolioWorkTable>, 'portfolioId'> & CoverColumn;
export type ProjectRow = Omit<Selectable<PortfolioProjectTable>, 'portfolioId'> & CoverColumn;
interface CoverColumn {
  /** Null too when the picture was deleted or made private. */
  cover: Pick<NonNullable<Portfolio['projects'][number]['coverImage']>, 'width' | 'height'> | null;
}

const coverOf = (table: string) => sql<CoverColumn['cover']>`(
  select json_build_object('width', width, 'height', height) from media
  where media.id = ${sql.ref(`${table}.cover_media_id`)} and media.is_public and media.kind = 'IMAGE')`;

const links = selectEntries<LinkRow>('portfolio_link', ['id', 'url', 'label', 'position']);

const works = selectEntries<WorkRow>('portfolio_work', [
  'id',
  'kind',
  'title',
  'publisher',
  'publishedOn',
  'url',
  'summary',
  'coverMediaId',
  'cover',
  'position',
  'visible',
]);

const projects = selectEntries<ProjectRow>('portfolio_project', [
  'id',
  'title',
  'summary',
  'role',
  'problem',
  'approach',
  'outcome',
  'startedOn',
  'endedOn',
  'skills',
  'coverMediaId',
  'cover',
  'documentUrl',
  'isFeatured',
  'position',
  'visible',
]);

/** Selects the rows of one kind as a JSON list. The keys are camelCase here, because nothing converts keys inside JSON. */
function selectEntries<Row>(table: string, columns: (keyof Row & string)[]) {
  const fields = columns.map(
    (name) => sql`${sql.lit(name)}, ${name === 'cover' ? coverOf(table) : sql.ref(name)}`,
  );
  return sql<Row[]>`(
    select coalesce(json_agg(json_build_object(${sql.join(fields)}) order by position), '[]')
    from ${sql.table(table)} where portfolio_id = portfolio.id)`;
}
