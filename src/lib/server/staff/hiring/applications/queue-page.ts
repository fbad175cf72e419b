import type { BoardFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import { queueQuery } from '#lib/contract/staff/hiring/application-filters.ts';
import { notePurposes } from '#lib/domain/staff/message-fields.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadListPage, parsePageQuery } from '../../list-page.ts';
import { listTemplates } from '../../messages/message-templates.ts';
import { listApplications, loadBoard } from './find-applications.ts';
import { resolveOwner } from './queue-filters.ts';
import { listNewOwners, loadQueueOptions } from './queue-options.ts';

/** Loads what the table of applications shows for the filters of an address. */
export async function loadQueuePage(db: Db, url: URL, staffId: string) {
  const page = await loadListPage(url, queueQuery, (query) =>
    listApplications(db, resolveOwner(query, staffId)),
  );
  const search = formatFilters(url);
  return {
    ...page,
    options: await loadQueueOptions(db, page.query),
    owners: await listNewOwners(db, staffId),
    templates: await listNoteTemplates(db),
    /** The address of the same filters in the file and on the board, which has all statuses. */
    hrefs: {
      csv: `/staff/applications.csv${search}`,
      board: `/staff/applications/board/${formatFilters(url, ['status'])}`,
    },
  };
}

/** Loads what the board shows for the filters of an address. */
export async function loadBoardPage(db: Db, url: URL, staffId: string) {
  const { limit: _, after: __, status: ___, ...query } = parsePageQuery(queueQuery, url.searchParams);
  const filters: BoardFilters = resolveOwner(query, staffId);
  const { columns, unreadable = [] } = await loadBoard(db, filters);
  return {
    query,
    unreadable,
    columns: columns.map((column) => ({ ...column, href: tableOf(url, column.status) })),
    options: await loadQueueOptions(db, query),
    owners: await listNewOwners(db, staffId),
    templates: await listNoteTemplates(db),
    table: `/staff/applications/${formatFilters(url)}`,
  };
}

function tableOf(url: URL, status: string): string {
  const search = new URLSearchParams(formatFilters(url));
  search.set('status', status);
  return `/staff/applications/?${search}`;
}

/** Returns the valid filters of an address as the query of another one, without those that are left out. */
export function formatFilters(url: URL, leftOut: readonly string[] = []): string {
  const { limit: _, after: __, ...filters } = parsePageQuery(queueQuery, url.searchParams);
  const kept = Object.entries(filters).filter(([name, value]) => value && !leftOut.includes(name));
  return kept.length ? `?${new URLSearchParams(kept as [string, string][])}` : '';
}

/** Lists the templates of notes with what the browser shows of them. */
async function listNoteTemplates(db: Db) {
  const templates = await listTemplates(db, notePurposes);
  return templates.map(({ id, purpose, name, text }) => ({ id, purpose, name, text }));
}
