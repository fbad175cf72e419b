import type { StaffApplicationCard } from '#lib/contract/staff/applications.ts';
import type { BoardFilters, QueueFilters } from '#lib/contract/staff/hiring/application-filters.ts';
import { queueQuery } from '#lib/contract/staff/hiring/application-filters.ts';
import { notePurposes } from '#lib/domain/staff/message-templates.ts';
import { listPossibleMoves } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadListPage, parsePageQuery } from '../../list-page.ts';
import { listTemplates } from '../../messages/message-templates.ts';
import { listApplicationLists } from './application-lists.ts';
import { listApplications, loadBoard } from './find-applications.ts';
import { formatFilters, resolveOwner } from './queue-filters.ts';
import { listNewOwners, loadQueueOptions } from './queue-options.ts';

/** Loads what the table of applications shows for the filters of an address. */
export async function loadQueuePage(db: Db, url: URL, staffId: string) {
  const [page, controls, lists] = await Promise.all([
    loadListPage(url, queueQuery, (query) => listApplications(db, resolveOwner(query, staffId))),
    loadControls(db, parsePageQuery(queueQuery, url.searchParams), staffId),
    listApplicationLists(db, staffId),
  ]);
  const search = formatFilters(url);
  return {
    ...page,
    ...controls,
    results: page.results.map(toQueueCard),
    /** The saved lists, and the filters of this one as a saved list has them. */
    saved: { lists, current: search.slice(1) },
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
  const [{ columns, unreadable = [] }, controls] = await Promise.all([
    loadBoard(db, filters),
    loadControls(db, query, staffId),
  ]);
  return {
    query,
    unreadable,
    columns: columns.map((column) => ({
      ...column,
      results: column.results.map(toQueueCard),
      href: tableOf(url, column.status),
    })),
    ...controls,
    table: `/staff/applications/${formatFilters(url)}`,
  };
}

/**
 * Returns the part of a card that the table and the board show. The page contains it twice, as text and for the script, so
 * every field costs bytes and time.
 */
function toQueueCard({ candidate, job, owner, allowedActions, ...card }: StaffApplicationCard) {
  const { trainingStatus: _, interviewStatus: __, ...shown } = card;
  return {
    ...shown,
    candidate: { name: candidate.name },
    job: { code: job.code, title: job.title, employerName: job.employerName },
    owner: owner && { name: owner.name },
    moves: listPossibleMoves(allowedActions),
  };
}

/** Loads what the filters and the bar for chosen applications offer. */
async function loadControls(db: Db, filters: QueueFilters, staffId: string) {
  const [options, owners, templates] = await Promise.all([
    loadQueueOptions(db, filters),
    listNewOwners(db, staffId),
    listNoteTemplates(db),
  ]);
  return { options, owners, templates };
}

function tableOf(url: URL, status: string): string {
  const search = new URLSearchParams(formatFilters(url));
  search.set('status', status);
  return `/staff/applications/?${search}`;
}

/** Lists the templates of notes with what the browser shows of them. */
async function listNoteTemplates(db: Db) {
  const templates = await listTemplates(db, notePurposes);
  return templates.map(({ id, purpose, name, text }) => ({ id, purpose, name, text }));
}
