import type { Portfolio, PortfolioLink, Project, PublishedWork } from '#lib/contract/portfolio/portfolios.ts';
import { embedUrlOf } from '#lib/domain/portfolio/document-embed.ts';
import { moveItem } from '#lib/domain/portfolio/list-order.ts';
import { type PortfolioList, portfolioParts } from '#lib/domain/portfolio/portfolio-merge.ts';

export type EntryOf<List extends PortfolioList> = Portfolio[List][number];
export type AnyEntry = EntryOf<PortfolioList>;

/** One change of an entry; what is told from a field follows at once, so that the preview shows it. */
export function changeEntry<List extends PortfolioList>(
  document: Portfolio,
  list: List,
  id: string,
  changes: Partial<EntryOf<List>>,
): Portfolio {
  const entries = entriesOf(document, list).map((entry) =>
    entry.id === id ? { ...entry, ...changes, ...embedOf(changes) } : entry,
  );
  return withEntries(document, list, entries);
}

/** FORM-11 */
function embedOf(changes: object): { embedUrl?: string | null } {
  const url = 'documentUrl' in changes ? changes.documentUrl : 'url' in changes ? changes.url : undefined;
  if (url === undefined) return {};
  return { embedUrl: typeof url === 'string' ? embedUrlOf(url.trim()) : null };
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
  const left = withEntries(
    document,
    list,
    entriesOf(document, list).filter((entry) => entry.id !== id),
  );
  return id === document.featuredProjectId ? featureProject(left, null) : left;
}

export function moveEntry(document: Portfolio, list: PortfolioList, id: string, index: number): Portfolio {
  const entries = entriesOf(document, list);
  const from = entries.findIndex((entry) => entry.id === id);
  return from < 0 ? document : withEntries(document, list, moveItem(entries, from, index));
}

export function featureProject(document: Portfolio, id: string | null): Portfolio {
  const projects = document.projects.map((project) =>
    project.isFeatured === (project.id === id) ? project : { ...project, isFeatured: project.id === id },
  );
  return { ...document, projects, featuredProjectId: id };
}

/** `order` says the place in the list, nothing else. */
export function withEntries(
  document: Portfolio,
  list: PortfolioList,
  entries: readonly AnyEntry[],
): Portfolio {
  const isOrdered = list === 'links' || list === 'projects' || list === 'publishedWorks';
  return { ...document, [list]: isOrdered ? entries.map(placed) : entries };
}

/** What stays where it is stays the same object, so that nothing looks at it again. */
const placed = (entry: AnyEntry, order: number): AnyEntry =>
  'order' in entry && entry.order === order ? entry : ({ ...entry, order } as AnyEntry);

export function entriesOf(document: Portfolio, list: PortfolioList): readonly AnyEntry[] {
  return document[list];
}

export function findEntry(document: Portfolio, list: PortfolioList, id: string): AnyEntry | undefined {
  return entriesOf(document, list).find((entry) => entry.id === id);
}

/** What a person writes of an entry, and nothing else. */
export function writtenFields(list: PortfolioList, entry: AnyEntry): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = { ...entry };
  return Object.fromEntries(portfolioParts.lists[list].map((name) => [name, all[name]]));
}

/** As each begins, before the person has written anything. */
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

/** The id is ours until the server has one of its own. */
export function blankEntry<List extends PortfolioList>(
  list: List,
  fields: Partial<EntryOf<List>> = {},
): EntryOf<List> {
  const blank = { ...blanks[list](), id: crypto.randomUUID(), ...fields, ...embedOf(fields) };
  return blank as unknown as EntryOf<List>;
}
