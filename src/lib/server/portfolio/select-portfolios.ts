import { type Selectable, sql } from 'kysely';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import type {
  PortfolioLinkTable,
  PortfolioProjectTable,
  PortfolioWorkTable,
} from '#lib/server/db/schema/portfolios.ts';

/** Portfolios with their owner and all their entries in order: one statement, so that they fit together. */
export function selectPortfolios(db: Db) {
  return db
    .selectFrom('portfolio')
    .innerJoin('appUser', 'appUser.id', 'portfolio.userId')
    .selectAll('portfolio')
    .select([
      'appUser.firstName',
      'appUser.lastName',
      'appUser.email',
      'appUser.phoneE164',
      'appUser.avatarMediaId',
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
export type WorkRow = Omit<Selectable<PortfolioWorkTable>, 'portfolioId'> & Covered;
export type ProjectRow = Omit<Selectable<PortfolioProjectTable>, 'portfolioId'> & Covered;
interface Covered {
  /** Null too where the picture is gone or was made private since. */
  cover: Pick<NonNullable<Portfolio['projects'][number]['coverImage']>, 'width' | 'height'> | null;
}

const cover = sql`(
  select json_build_object('width', width, 'height', height) from media
  where media.id = cover_media_id and media.is_public and media.kind = 'IMAGE')`;

const links = entries<LinkRow>('portfolio_link', ['id', 'url', 'label', 'position']);

const works = entries<WorkRow>('portfolio_work', [
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

const projects = entries<ProjectRow>('portfolio_project', [
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

/** The rows of one kind as a JSON list. Keys inside JSON are what we write here: nothing converts them. */
function entries<Row>(table: string, columns: (keyof Row & string)[]) {
  const fields = columns.map((name) => sql`${sql.lit(name)}, ${name === 'cover' ? cover : sql.ref(name)}`);
  return sql<Row[]>`(
    select coalesce(json_agg(json_build_object(${sql.join(fields)}) order by position), '[]')
    from ${sql.table(table)} where portfolio_id = portfolio.id)`;
}
