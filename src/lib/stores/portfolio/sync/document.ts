import type {
  Portfolio,
  PortfolioLink,
  Project,
  PublishedWork,
} from '#lib/contract/portfolio/portfolio-schemas.ts';
import { findEmbedUrl } from '#lib/domain/portfolio/document-embed.ts';
import { moveItem } from '#lib/domain/portfolio/list-order.ts';
import { type PortfolioList, portfolioParts } from '#lib/domain/portfolio/merge-portfolio.ts';

export type EntryOf<List extends PortfolioList> = Portfolio[List][number];
export type AnyEntry = EntryOf<PortfolioList>;

/** The server stores the entries of these lists as rows; the other lists are sent as a whole. */
export const rowLists = ['links', 'projects', 'publishedWorks'] as const;
export type RowList = (typeof rowLists)[number];

export type FieldValues = Readonly<Record<string, unknown>>;

/** One difference between the saved portfolio and the draft; saving it takes one request. */
export type PendingChange =
  | { kind: 'FIELDS'; changes: FieldValues }
  | { kind: 'DELETE'; list: RowList; id: string }
  | { kind: 'CREATE'; list: RowList; id: string; order: number; fields: FieldValues }
  | { kind: 'UPDATE'; list: RowList; id: string; changes: FieldValues }
  | { kind: 'MOVE'; list: RowList; id: string; order: number }
  | { kind: 'FEATURE'; id: string; isFeatured: boolean };

/** Pure edits of the portfolio document. Each returns a new document and keeps unchanged entries identical. */

/** The path of a value: `headline`, `projects/{id}/title`, or `projects/{id}` for a whole entry. */
export type FieldPath = string;

export const pathOf = (list: string | null, id?: string | null, field?: string | null): FieldPath =>
  [list, id, field].filter((part) => part !== null && part !== undefined).join('/');

/** Changes an entry. The embed URL follows its address at once, so that the preview shows it. */
export function updateEntry<List extends PortfolioList>(
  document: Portfolio,
  list: List,
  id: string,
  changes: Partial<EntryOf<List>>,
): Portfolio {
  const entries = entriesOf(document, list).map((entry) =>
    entry.id === id ? { ...entry, ...changes, ...withEmbedUrl(changes) } : entry,
  );
  return withEntries(document, list, entries);
}

/** Returns the embed URL that belongs to a changed address (FORM-11). */
function withEmbedUrl(changes: object): { embedUrl?: string | null } {
  const url = 'documentUrl' in changes ? changes.documentUrl : 'url' in changes ? changes.url : undefined;
  if (url === undefined) return {};
  return { embedUrl: typeof url === 'string' ? findEmbedUrl(url.trim()) : null };
}

export function addEntry<List extends PortfolioList>(
  document: Portfolio,
  list: List,
  entry: EntryOf<List>,
  index = entriesOf(document, list).length,
): Portfolio {
  return withEntries(document, list, entriesOf(document, list).toSpliced(index, 0, entry));
}

export function removeEntry(document: Portfolio, list: PortfolioList, id: string): Portfolio {
  const rest = withEntries(
    document,
    list,
    entriesOf(document, list).filter((entry) => entry.id !== id),
  );
  return id === document.featuredProjectId ? setFeaturedProject(rest, null) : rest;
}

export function moveEntry(document: Portfolio, list: PortfolioList, id: string, index: number): Portfolio {
  const entries = entriesOf(document, list);
  const from = entries.findIndex((entry) => entry.id === id);
  return from < 0 ? document : withEntries(document, list, moveItem(entries, from, index));
}

/** Features one project and no other, or none when null (API-33). */
export function setFeaturedProject(document: Portfolio, id: string | null): Portfolio {
  const projects = document.projects.map((project) =>
    project.isFeatured === (project.id === id) ? project : { ...project, isFeatured: project.id === id },
  );
  return { ...document, projects, featuredProjectId: id };
}

/** Replaces the entries of a list and numbers them by their position. */
export function withEntries(
  document: Portfolio,
  list: PortfolioList,
  entries: readonly AnyEntry[],
): Portfolio {
  const isOrdered = list === 'links' || list === 'projects' || list === 'publishedWorks';
  return { ...document, [list]: isOrdered ? entries.map(withOrder) : entries };
}

/** An entry that keeps its position stays the same object, so that it is not validated or rendered again. */
const withOrder = (entry: AnyEntry, order: number): AnyEntry =>
  'order' in entry && entry.order === order ? entry : ({ ...entry, order } as AnyEntry);

export function entriesOf(document: Portfolio, list: PortfolioList): readonly AnyEntry[] {
  return document[list];
}

export function findEntry(document: Portfolio, list: PortfolioList, id: string): AnyEntry | undefined {
  return entriesOf(document, list).find((entry) => entry.id === id);
}

/** Returns the fields of an entry that its owner can write. */
export function pickWritableFields(list: PortfolioList, entry: AnyEntry): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = { ...entry };
  return Object.fromEntries(portfolioParts.lists[list].map((name) => [name, all[name]]));
}

const blanks = {
  links: (): Omit<PortfolioLink, 'id'> => ({ url: '', kind: 'WEBSITE', label: '', order: 0 }),
  projects: (): Omit<Project, 'id'> => ({
    title: '',
    summary: '',
    role: '',
    problem: '',
    approach: '',
    outcome: '',
    startedOn: null,
    endedOn: null,
    skills: [],
    coverImage: null,
    documentUrl: null,
    embedUrl: null,
    isFeatured: false,
    order: 0,
    visible: true,
  }),
  publishedWorks: (): Omit<PublishedWork, 'id'> => ({
    kind: 'ARTICLE',
    title: '',
    publisher: '',
    publishedOn: null,
    url: '',
    embedUrl: null,
    summary: '',
    coverImage: null,
    order: 0,
    visible: true,
  }),
  experience: () => ({ title: '', company: '', location: '', startedOn: null, endedOn: null, summary: '' }),
  education: () => ({ institution: '', degree: '', startedOn: null, endedOn: null, summary: '' }),
};

/** Creates an empty entry with an id that the server keeps. */
export function createBlankEntry<List extends PortfolioList>(
  list: List,
  fields: Partial<EntryOf<List>> = {},
): EntryOf<List> {
  const blank = { ...blanks[list](), id: crypto.randomUUID(), ...fields, ...withEmbedUrl(fields) };
  return blank as unknown as EntryOf<List>;
}
