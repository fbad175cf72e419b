import { type ApiInput, api } from '#lib/client/api.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import {
  type AnyEntry,
  entriesOf,
  featureProject,
  moveEntry,
  removeEntry,
  withEntries,
} from './portfolio-document.ts';
import type { Fields, RowList, Write } from './portfolio-writes.ts';

type Params = { portfolioId: string };
type Body<Key extends Parameters<typeof api>[0]> = ApiInput<Key> extends { body?: infer Sent } ? Sent : never;

/** What the server said of one write. */
export interface Written {
  saved: Portfolio;
  /** Of a new entry: what the server calls it. */
  entry: AnyEntry | null;
}

/** API-30 to API-33: one write, of the version that was seen. @throws what `api` throws */
export async function sendWrite(write: Write, saved: Portfolio): Promise<Written> {
  const whole = { portfolioId: saved.id };
  const { version } = saved;
  if (write.kind === 'FIELDS') {
    const body = { ...write.changes, version } as Body<'PATCH /api/v1/portfolios/{portfolioId}/update/'>;
    return {
      saved: await api('PATCH /api/v1/portfolios/{portfolioId}/update/', { params: whole, body }),
      entry: null,
    };
  }
  if (write.kind === 'FEATURE') {
    const answer = await api('POST /api/v1/portfolios/{portfolioId}/projects/{projectId}/mark-as-featured/', {
      params: { ...whole, projectId: write.id },
      body: { isFeatured: write.isFeatured },
    });
    return { saved: after(featureProject(saved, answer.featuredProjectId), answer), entry: null };
  }
  const calls = rowCalls[write.list];
  if (write.kind === 'DELETE')
    return {
      saved: after(removeEntry(saved, write.list, write.id), await calls.remove(whole, write.id)),
      entry: null,
    };
  const sent = { ...wireFields(write), version };
  if (write.kind === 'CREATE') {
    // With an id of ours, so that a repeat is the same entry, and the form that is open stays the entry's.
    const body = { ...sent, id: write.id, order: write.order };
    const { entry, ...answer } = await calls.create(whole, body);
    return { saved: after(insert(saved, write.list, entry, write.order), answer), entry };
  }
  const change = write.kind === 'MOVE' ? { order: write.order, version } : sent;
  const { entry, ...answer } = await calls.update(whole, write.id, change);
  const placed =
    write.kind === 'MOVE'
      ? moveEntry(saved, write.list, write.id, write.order)
      : replace(saved, write.list, entry);
  return { saved: after(placed, answer), entry };
}

/** The present portfolio, when somebody else has written. */
export async function fetchOwnPortfolio(): Promise<Portfolio | null> {
  const { results } = await api('GET /api/v1/portfolios/');
  return results[0] ?? null;
}

interface After {
  version: number;
  completeness: Portfolio['completeness'];
}
type RowAnswer = After & { entry: AnyEntry };

const links = '/api/v1/portfolios/{portfolioId}/links' as const;
const works = '/api/v1/portfolios/{portfolioId}/published-works' as const;
const projects = '/api/v1/portfolios/{portfolioId}/projects' as const;

interface RowCalls {
  create(whole: Params, body: Fields): Promise<RowAnswer>;
  update(whole: Params, id: string, body: Fields): Promise<RowAnswer>;
  remove(whole: Params, id: string): Promise<After>;
}

const rowCalls: Readonly<Record<RowList, RowCalls>> = {
  links: {
    create: (params, body) =>
      api(`POST ${links}/create/`, { params, body: body as Body<`POST ${typeof links}/create/`> }).then(
        ({ link, ...answer }) => ({ ...answer, entry: link }),
      ),
    update: (whole, linkId, body) =>
      api(`PATCH ${links}/{linkId}/update/`, { params: { ...whole, linkId }, body }).then(
        ({ link, ...answer }) => ({
          ...answer,
          entry: link,
        }),
      ),
    remove: (whole, linkId) => api(`DELETE ${links}/{linkId}/delete/`, { params: { ...whole, linkId } }),
  },
  publishedWorks: {
    create: (params, body) =>
      api(`POST ${works}/create/`, { params, body: body as Body<`POST ${typeof works}/create/`> }).then(
        ({ publishedWork, ...answer }) => ({ ...answer, entry: publishedWork }),
      ),
    update: (whole, publishedWorkId, body) =>
      api(`PATCH ${works}/{publishedWorkId}/update/`, { params: { ...whole, publishedWorkId }, body }).then(
        ({ publishedWork, ...answer }) => ({ ...answer, entry: publishedWork }),
      ),
    remove: (whole, publishedWorkId) =>
      api(`DELETE ${works}/{publishedWorkId}/delete/`, { params: { ...whole, publishedWorkId } }),
  },
  projects: {
    create: (params, body) =>
      api(`POST ${projects}/create/`, { params, body: body as Body<`POST ${typeof projects}/create/`> }).then(
        ({ project, ...answer }) => ({ ...answer, entry: project }),
      ),
    update: (whole, projectId, body) =>
      api(`PATCH ${projects}/{projectId}/update/`, { params: { ...whole, projectId }, body }).then(
        ({ project, ...answer }) => ({ ...answer, entry: project }),
      ),
    remove: (whole, projectId) =>
      api(`DELETE ${projects}/{projectId}/delete/`, { params: { ...whole, projectId } }),
  },
};

/** The editor shows a picture, the call names it. */
function wireFields(write: Write): Fields {
  const fields = write.kind === 'CREATE' ? write.fields : write.kind === 'UPDATE' ? write.changes : {};
  const { coverImage, ...rest } = fields as { coverImage?: Portfolio['projects'][number]['coverImage'] };
  return coverImage === undefined ? rest : { ...rest, coverMediaId: coverImage?.mediaId ?? null };
}

function after(portfolio: Portfolio, { version, completeness }: After): Portfolio {
  return { ...portfolio, version, completeness };
}

function insert(saved: Portfolio, list: RowList, entry: AnyEntry, order: number): Portfolio {
  const entries = entriesOf(saved, list);
  // The same address twice is the same link: then it is there already.
  if (entries.some(({ id }) => id === entry.id)) return replace(saved, list, entry);
  return withEntries(saved, list, entries.toSpliced(order, 0, entry));
}

function replace(saved: Portfolio, list: RowList, entry: AnyEntry): Portfolio {
  return withEntries(
    saved,
    list,
    entriesOf(saved, list).map((one) => (one.id === entry.id ? entry : one)),
  );
}
