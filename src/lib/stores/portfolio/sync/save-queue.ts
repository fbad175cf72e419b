import { isEqual } from 'es-toolkit/predicate';
import { type ApiInput, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { findNextMove } from '#lib/domain/portfolio/list-order.ts';
import { portfolioLists, portfolioParts } from '#lib/domain/portfolio/merge-portfolio.ts';
import {
  type AnyEntry,
  entriesOf,
  type FieldValues,
  findEntry,
  type PendingChange,
  pickWritableFields,
  type RowList,
  rowLists,
  setFeaturedProject,
  withEntries,
} from './document.ts';
import { findRejectedFields } from './rejected-fields.ts';
import { type SendChangeResult, sendEntryChange, toWire, withServerState } from './send-entry-change.ts';
import type { SyncState } from './sync-state.ts';

/** A change and the document that it was found in. */
export interface QueuedChange {
  change: PendingChange;
  sendable: Portfolio;
}

/** Creates the portfolio's side of the autosave engine: which change is next, how to send it, how to resolve errors. */
export function createSaveQueue({ $saved, $draft, $rejected, $validation, mergeRemote }: SyncState) {
  let lastSent: PendingChange | null = null;

  function nextChange(): QueuedChange | null {
    const { sendable } = $validation.get();
    const change = findPendingChange($saved.get(), sendable);
    return change && { change, sendable };
  }

  async function send({ change }: QueuedChange): Promise<void> {
    // The server accepted this change but still returns another value: sending it again would never end.
    if (isEqual(change, lastSent)) throw new ApiError(400, null);
    const before = $saved.get();
    const { saved, entry } = await sendChange(change, before);
    const { sendable } = $validation.get();
    $saved.set(saved);
    $draft.set(reconcileDraft({ before, draft: $draft.get(), sendable, saved, change, entry }));
    lastSent = change;
    // A deleted entry makes room where a limit was reached.
    if (change.kind === 'DELETE') $rejected.set({});
    if (saved.version > before.version + 1) await fetchAndMerge();
  }

  /** Merges a conflicting version, or marks the fields that the server rejected. */
  async function resolveError(error: unknown, { change, sendable }: QueuedChange): Promise<boolean> {
    lastSent = null;
    if (!(error instanceof ApiError)) return false;
    const isOfEntry = change.kind !== 'FIELDS' && change.kind !== 'CREATE';
    if (error.errorCode === 'STALE_WRITE' || (error.status === 404 && isOfEntry)) {
      const { version } = $saved.get();
      const theirs = await fetchAndMerge((error.body?.current as Portfolio | undefined) ?? null);
      return theirs.version !== version;
    }
    if (!isRejection(error)) return false;
    const rejected = findRejectedFields(change, sendable, error);
    $rejected.set({ ...$rejected.get(), ...rejected });
    return Object.keys(rejected).length > 0;
  }

  /** Merges the current version of the server, which another tab or device has written. */
  async function fetchAndMerge(known: Portfolio | null = null): Promise<Portfolio> {
    const theirs = known ?? (await fetchOwnPortfolio());
    if (!theirs) throw new Error('The portfolio does not exist any more');
    mergeRemote($saved.get(), $draft.get(), theirs);
    return theirs;
  }

  /** Allows the last change to be sent again, because the person has edited since. */
  function resetLastSent(): void {
    lastSent = null;
  }

  return { nextChange, send, resolveError, fetchAndMerge, resetLastSent };
}

interface ReconcileInput {
  /** The saved document before the change. */
  before: Portfolio;
  draft: Portfolio;
  /** The part of the draft that can be saved at the time of the response. */
  sendable: Portfolio;
  saved: Portfolio;
  change: PendingChange;
  /** The entry in the response. */
  entry: AnyEntry | null;
}

/**
 * Returns the draft after a change was saved. Where the server stored another value than was sent, the draft takes it,
 * unless the person has edited the field meanwhile.
 */
function reconcileDraft({ before, draft, sendable, saved, change, entry }: ReconcileInput): Portfolio {
  const reconciled = withServerFields(draft, saved);
  if (change.kind === 'FIELDS')
    return {
      ...reconciled,
      ...pickUnedited({ ...before }, { ...draft }, { ...saved }),
      ...pickServerValues(change.changes, { ...sendable }, { ...saved }),
    };
  if (entry === null || (change.kind !== 'CREATE' && change.kind !== 'UPDATE')) return reconciled;
  const sent = change.kind === 'CREATE' ? change.fields : change.changes;
  const current = findEntry(sendable, change.list, change.id);
  const isDuplicate = entry.id !== change.id && findEntry(draft, change.list, entry.id) !== undefined;
  const entries = entriesOf(draft, change.list).flatMap((one): AnyEntry[] => {
    if (one.id !== change.id) return [one];
    // The server returned another entry with the same address, and the draft has that entry already.
    if (isDuplicate) return [];
    const values = current ? pickServerValues(sent, { ...current }, { ...entry }) : {};
    return [{ ...one, ...values, id: entry.id } as AnyEntry];
  });
  return withEntries(reconciled, change.list, entries);
}

/** Takes the fields that nobody edits, such as the version, from the server. */
function withServerFields(draft: Portfolio, saved: Portfolio): Portfolio {
  const own: FieldValues = { ...draft };
  const names = [...portfolioParts.fields, ...portfolioParts.sets, ...portfolioLists, 'featuredProjectId'];
  return { ...saved, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
}

/** Takes fields that follow from the change, such as the address of a portfolio that became unlisted, from the server. */
function pickUnedited(before: FieldValues, draft: FieldValues, saved: FieldValues): FieldValues {
  const names = portfolioParts.fields.filter((name) => isEqual(draft[name], before[name]));
  return Object.fromEntries(names.map((name) => [name, saved[name]]));
}

function pickServerValues(sent: FieldValues, current: FieldValues, saved: FieldValues): FieldValues {
  const names = Object.keys(sent).filter(
    (name) => isEqual(current[name], sent[name]) && !isEqual(sent[name], saved[name]),
  );
  return Object.fromEntries(names.map((name) => [name, saved[name]]));
}

/** Returns whether another value would be accepted. Every other error is retried or final. */
function isRejection({ status, errorCode }: ApiError): boolean {
  return status === 400 || errorCode === 'SLUG_TAKEN' || errorCode === 'LIMIT_REACHED';
}

const wholeFields = [...portfolioParts.fields, ...portfolioParts.sets, 'experience', 'education'] as const;

/**
 * Returns the next change to save, or null when everything is saved. It compares the two documents each time, so a
 * change cannot be queued twice or forgotten.
 */
function findPendingChange(saved: Portfolio, draft: Portfolio): PendingChange | null {
  return findFieldChanges(saved, draft) ?? findEntryChange(saved, draft) ?? findFeaturedChange(saved, draft);
}

function findFieldChanges(saved: Portfolio, draft: Portfolio): PendingChange | null {
  const changes = pickChanged(wholeFields, saved, draft);
  return changes && { kind: 'FIELDS', changes };
}

function findEntryChange(saved: Portfolio, draft: Portfolio): PendingChange | null {
  for (const list of rowLists) {
    const [rows, entries] = [entriesOf(saved, list), entriesOf(draft, list)];
    const change =
      findDeleted(list, rows, entries) ??
      findCreated(list, rows, entries) ??
      findUpdated(list, rows, entries);
    if (change) return change;
    const move = findNextMove(
      rows.map(({ id }) => id),
      entries.map(({ id }) => id),
    );
    if (move) return { kind: 'MOVE', list, id: move.name, order: move.index };
  }
  return null;
}

type Entries = readonly AnyEntry[];

function findDeleted(list: RowList, rows: Entries, entries: Entries): PendingChange | null {
  const deleted = rows.find(({ id }) => !entries.some((entry) => entry.id === id));
  return deleted ? { kind: 'DELETE', list, id: deleted.id } : null;
}

function findCreated(list: RowList, rows: Entries, entries: Entries): PendingChange | null {
  const order = entries.findIndex((entry) => !rows.some(({ id }) => id === entry.id));
  const entry = entries[order];
  if (!entry) return null;
  return { kind: 'CREATE', list, id: entry.id, order, fields: pickWritableFields(list, entry) };
}

function findUpdated(list: RowList, rows: Entries, entries: Entries): PendingChange | null {
  for (const entry of entries) {
    const row = rows.find(({ id }) => id === entry.id);
    const changes = row && pickChanged(portfolioParts.lists[list], { ...row }, { ...entry });
    if (changes) return { kind: 'UPDATE', list, id: entry.id, changes };
  }
  return null;
}

/** API-33 */
function findFeaturedChange(saved: Portfolio, draft: Portfolio): PendingChange | null {
  const [before, after] = [saved.featuredProjectId, draft.featuredProjectId];
  if (before === after) return null;
  if (after !== null) return { kind: 'FEATURE', id: after, isFeatured: true };
  return before === null ? null : { kind: 'FEATURE', id: before, isFeatured: false };
}

function pickChanged(names: readonly string[], saved: FieldValues, draft: FieldValues): FieldValues | null {
  const changed = names.filter((name) => !isEqual(saved[name], draft[name]));
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, draft[name]])) : null;
}

type UpdateBody = ApiInput<'PATCH /api/v1/portfolios/{portfolioId}/update/'>['body'];

/** Sends one change with the version it is based on. Throws what `api` throws. [API-30 to API-33] */
async function sendChange(change: PendingChange, saved: Portfolio): Promise<SendChangeResult> {
  const params = { portfolioId: saved.id };
  const { version } = saved;
  if (change.kind === 'FIELDS') {
    const body = { ...toWire(change.changes), version } as UpdateBody;
    return {
      saved: await api('PATCH /api/v1/portfolios/{portfolioId}/update/', { params, body }),
      entry: null,
    };
  }
  if (change.kind === 'FEATURE') {
    const response = await api(
      'POST /api/v1/portfolios/{portfolioId}/projects/{projectId}/mark-as-featured/',
      { params: { ...params, projectId: change.id }, body: { isFeatured: change.isFeatured } },
    );
    const featured = setFeaturedProject(saved, response.featuredProjectId);
    return { saved: withServerState(featured, response), entry: null };
  }
  return sendEntryChange(change, saved, params);
}

/** Fetches the current portfolio after it was changed elsewhere. */
async function fetchOwnPortfolio(): Promise<Portfolio | null> {
  const { results } = await api('GET /api/v1/portfolios/');
  return results[0] ?? null;
}
