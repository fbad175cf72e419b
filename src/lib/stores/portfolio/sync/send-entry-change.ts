import { type ApiInput, api } from '#lib/client/api.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import {
  type AnyEntry,
  entriesOf,
  type FieldValues,
  moveEntry,
  type PendingChange,
  type RowList,
  removeEntry,
  withEntries,
} from './document.ts';

type Params = { portfolioId: string };
type Body<Key extends Parameters<typeof api>[0]> = ApiInput<Key> extends { body?: infer Sent } ? Sent : never;

export interface SendChangeResult {
  saved: Portfolio;
  /** The created or updated entry as the server stores it. */
  entry: AnyEntry | null;
}

type EntryChange = Exclude<PendingChange, { kind: 'FIELDS' | 'FEATURE' }>;

/** Sends a change of one link, work or project with the version it is based on. Throws what `api` throws. [API-31 to API-33] */
export async function sendEntryChange(
  change: EntryChange,
  saved: Portfolio,
  params: Params,
): Promise<SendChangeResult> {
  const { kind, list, id } = change;
  const { version } = saved;
  const calls = entryCalls[list];
  if (kind === 'DELETE') {
    const response = await calls.delete(params, id);
    return { saved: withServerState(removeEntry(saved, list, id), response), entry: null };
  }
  if (kind === 'CREATE') {
    // The editor chooses the id, so that a retry means the same entry and the open form keeps its entry.
    const body = { ...toWire(change.fields), version, id, order: change.order };
    const { entry, ...response } = await calls.create(params, body);
    return { saved: withServerState(insertEntry(saved, list, entry, change.order), response), entry };
  }
  const body = kind === 'MOVE' ? { order: change.order, version } : { ...toWire(change.changes), version };
  const { entry, ...response } = await calls.update(params, id, body);
  const document =
    kind === 'MOVE' ? moveEntry(saved, list, id, change.order) : replaceEntry(saved, list, entry);
  return { saved: withServerState(document, response), entry };
}

type ServerState = Pick<Portfolio, 'version' | 'completeness'>;
type EntryResponse = ServerState & { entry: AnyEntry };

const links = '/api/v1/portfolios/{portfolioId}/links' as const;
const works = '/api/v1/portfolios/{portfolioId}/published-works' as const;
const projects = '/api/v1/portfolios/{portfolioId}/projects' as const;

interface EntryCalls {
  create(params: Params, body: FieldValues): Promise<EntryResponse>;
  update(params: Params, id: string, body: FieldValues): Promise<EntryResponse>;
  delete(params: Params, id: string): Promise<ServerState>;
}

const entryCalls: Readonly<Record<RowList, EntryCalls>> = {
  links: {
    create: (params, body) =>
      api(`POST ${links}/create/`, { params, body: body as Body<`POST ${typeof links}/create/`> }).then(
        ({ link, ...response }) => ({ ...response, entry: link }),
      ),
    update: (params, linkId, body) =>
      api(`PATCH ${links}/{linkId}/update/`, { params: { ...params, linkId }, body }).then(
        ({ link, ...response }) => ({ ...response, entry: link }),
      ),
    delete: (params, linkId) => api(`DELETE ${links}/{linkId}/delete/`, { params: { ...params, linkId } }),
  },
  publishedWorks: {
    create: (params, body) =>
      api(`POST ${works}/create/`, { params, body: body as Body<`POST ${typeof works}/create/`> }).then(
        ({ publishedWork, ...response }) => ({ ...response, entry: publishedWork }),
      ),
    update: (params, publishedWorkId, body) =>
      api(`PATCH ${works}/{publishedWorkId}/update/`, { params: { ...params, publishedWorkId }, body }).then(
        ({ publishedWork, ...response }) => ({ ...response, entry: publishedWork }),
      ),
    delete: (params, publishedWorkId) =>
      api(`DELETE ${works}/{publishedWorkId}/delete/`, { params: { ...params, publishedWorkId } }),
  },
  projects: {
    create: (params, body) =>
      api(`POST ${projects}/create/`, { params, body: body as Body<`POST ${typeof projects}/create/`> }).then(
        ({ project, ...response }) => ({ ...response, entry: project }),
      ),
    update: (params, projectId, body) =>
      api(`PATCH ${projects}/{projectId}/update/`, { params: { ...params, projectId }, body }).then(
        ({ project, ...response }) => ({ ...response, entry: project }),
      ),
    delete: (params, projectId) =>
      api(`DELETE ${projects}/{projectId}/delete/`, { params: { ...params, projectId } }),
  },
};

/** Returns fields as the API takes them: the editor holds a whole picture, the API takes its id. */
export function toWire(fields: FieldValues): FieldValues {
  const { coverImage, ...rest } = fields as { coverImage?: Portfolio['projects'][number]['coverImage'] };
  return coverImage === undefined ? rest : { ...rest, coverMediaId: coverImage?.mediaId ?? null };
}

/** Returns the portfolio with the version and the completeness of a response. */
export function withServerState(portfolio: Portfolio, { version, completeness }: ServerState): Portfolio {
  return { ...portfolio, version, completeness };
}

function insertEntry(saved: Portfolio, list: RowList, entry: AnyEntry, order: number): Portfolio {
  const entries = entriesOf(saved, list);
  // The server returns the existing entry when the same address is added again.
  if (entries.some(({ id }) => id === entry.id)) return replaceEntry(saved, list, entry);
  return withEntries(saved, list, entries.toSpliced(order, 0, entry));
}

function replaceEntry(saved: Portfolio, list: RowList, entry: AnyEntry): Portfolio {
  return withEntries(
    saved,
    list,
    entriesOf(saved, list).map((one) => (one.id === entry.id ? entry : one)),
  );
}
