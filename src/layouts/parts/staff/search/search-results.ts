import type { SearchResult } from '#lib/contract/staff/search.ts';
import { splitReferences, type TextPart } from '#lib/domain/core/text.ts';
import { type SearchKind, searchKindLabels, searchListHref } from '#lib/domain/staff/search.ts';

/** The results of a search as the groups of a listbox. Each option is a link, so it can be opened in another tab too. */
export function buildResults(
  results: readonly SearchResult[],
  more: readonly SearchKind[],
  query: string,
): HTMLElement[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const label = searchKindLabels[kind];
    const options = results
      .filter((result) => result.kind === kind)
      .map(({ id, title, text, href }) => buildOption(`found-${kind}-${id}`, href, title, text));
    const href = more.includes(kind) ? searchListHref(kind, query) : null;
    if (href) options.push(buildOption(`found-${kind}`, href, `All ${label.toLowerCase()} with “${query}”`));
    const heading = build('span', 'search-group');
    heading.textContent = label;
    heading.ariaHidden = 'true';
    const group = build('div');
    group.role = 'group';
    group.ariaLabel = label;
    group.append(heading, ...options);
    return group;
  });
}

function buildOption(id: string, href: string, title: string, text = ''): HTMLElement {
  const option = build('a', 'search-result');
  Object.assign(option, { id, href, role: 'option', tabIndex: -1, ariaSelected: 'false' });
  for (const [name, content] of [
    ['search-title', title],
    ['search-text', text],
  ] as const) {
    const part = build('span', name);
    part.append(...splitReferences(content).map(buildPart));
    if (content) option.append(part);
  }
  return option;
}

function buildPart({ text, isReference }: TextPart): Node {
  if (!isReference) return document.createTextNode(text);
  const part = build('span', 'whitespace-nowrap');
  part.textContent = text;
  return part;
}

function build(tag: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  return element;
}
