import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { toCamel, toSnake } from '#lib/domain/core/casing.ts';
import { moveItem } from '#lib/domain/portfolio/list-order.ts';
import { calculateCompleteness } from '#lib/domain/portfolio/portfolio-completeness.ts';
import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';
import { errorResponse, json } from '../fake-api.ts';

export const emptyPortfolio = (changes: Partial<Portfolio> = {}): Portfolio => ({
  id: 'p',
  slug: 'asha-rao-4wtp',
  owner: { firstName: 'Asha', lastName: 'Rao', avatar: null },
  isOwner: true,
  coverImage: null,
  coverPosition: 50,
  headline: '',
  about: '',
  location: '',
  openTo: [],
  skills: [],
  visibility: 'PRIVATE',
  allowIndexing: false,
  showEmail: false,
  showPhone: false,
  email: null,
  phone: null,
  links: [],
  projects: [],
  publishedWorks: [],
  experience: [],
  education: [],
  certificates: [],
  featuredProjectId: null,
  completeness: { percent: 0, missing: [] },
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...changes,
});

type Body = Record<string, unknown> & { version?: number; order?: number };
type Row = Record<string, unknown> & { id: string };

const lists = {
  links: ['links', 'link'],
  projects: ['projects', 'project'],
  'published-works': ['publishedWorks', 'publishedWork'],
} as const;

/** A fake server with one portfolio. It checks versions as the real one does. */
export function fakePortfolioServer(start = emptyPortfolio()) {
  let current: Portfolio = start;
  const server = {
    get current() {
      return current;
    },
    /** Makes a change as another tab would. */
    write: (changes: Partial<Portfolio>) => {
      current = { ...current, ...changes, version: current.version + 1 };
    },
    calls: [] as { key: string; body: Body }[],
    /** Responds once in place of the server. */
    refuseNext: null as Response | Error | null,
    fetch: async (url: string, init: RequestInit = {}) => {
      const body = toCamel(JSON.parse((init.body as string | undefined) ?? '{}')) as Body;
      const key = `${init.method ?? 'GET'} ${url.replace('/api/v1/portfolios', '')}`;
      server.calls.push({ key, body });
      const nextResponse = server.refuseNext;
      server.refuseNext = null;
      if (nextResponse instanceof Error) throw nextResponse;
      return nextResponse ?? answer(init.method ?? 'GET', url, body);
    },
  };

  function answer(method: string, url: string, body: Body): Response {
    if (method === 'GET') return json(toSnake({ results: [current], count: 1 }));
    if (body.version !== undefined && body.version !== current.version)
      return errorResponse(409, 'STALE_WRITE', 'This was changed somewhere else. Reload the page.', {
        current: toSnake(current),
      });
    const [, , , , , kind = '', id = '', verb] = url.split('/');
    const [list, name] = lists[kind as keyof typeof lists] ?? [];
    if (!list) {
      const secret = body.visibility === 'UNLISTED' ? { slug: `${current.slug}-4t9vw0c6hm2xq8ba` } : {};
      return json(toSnake(put({ ...without(body), ...secret } as Partial<Portfolio>)));
    }
    const rows = [...current[list]] as unknown as Row[];
    if (id === 'create') return create(list, name, rows, body);
    const place = rows.findIndex((row) => row.id === id);
    if (place < 0) return errorResponse(404, 'NOT_FOUND', 'Not found');
    if (verb === 'delete') return after(put({ [list]: rows.toSpliced(place, 1) }));
    if (verb === 'mark-as-featured') {
      const featuredProjectId = body.isFeatured ? id : null;
      const marked = rows.map((row) => ({ ...row, isFeatured: row.id === featuredProjectId }));
      return after(put({ projects: marked as never, featuredProjectId }), { featuredProjectId });
    }
    const changed = { ...(rows[place] as Row), ...without(body) };
    const ordered = body.order === undefined ? rows : moveItem(rows, place, body.order);
    return after(put({ [list]: ordered.map((row) => (row.id === id ? changed : row)) }), { [name]: changed });
  }

  function create(
    list: 'links' | 'projects' | 'publishedWorks',
    name: string,
    rows: Row[],
    body: Body,
  ): Response {
    const url = typeof body.url === 'string' ? normaliseLink(body.url) : undefined;
    const existing = rows.find((row) => row.id === body.id || (url && row.url === url));
    if (existing) return after(current, { [name]: existing, isExisting: true });
    const row = {
      embedUrl: null,
      coverImage: null,
      isFeatured: false,
      ...without(body),
      ...(url ? { url } : {}),
    };
    const next = rows.toSpliced(body.order ?? rows.length, 0, row as Row);
    return after(put({ [list]: next }), { [name]: row, isExisting: false });
  }

  function put(changes: Partial<Portfolio>): Portfolio {
    server.write(changes);
    return current;
  }

  function after({ version }: Portfolio, more: object = {}): Response {
    return json(toSnake({ ...more, version, completeness: calculateCompleteness(current) }));
  }

  return server;
}

/** Returns the fields to store: without `version`, and with `coverImage` in place of `coverMediaId`. */
function without({ version: _, order, coverMediaId, ...fields }: Body): Row {
  const coverImage =
    typeof coverMediaId === 'string'
      ? { mediaId: coverMediaId, source: `media/${coverMediaId}`, width: 1, height: 1 }
      : null;
  return {
    ...fields,
    ...(order === undefined ? {} : { order }),
    ...(coverMediaId === undefined ? {} : { coverImage }),
  } as unknown as Row;
}
