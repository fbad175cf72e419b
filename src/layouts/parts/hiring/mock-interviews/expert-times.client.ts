/**
 * Adds the experts and their next free times to prerendered pages. It does not use the API client, which would be most of the
 * page's script. Without an answer the pages keep their link to all times. [APP-14]
 */
interface ListedExpert {
  slug: string;
  name: string;
  next_times: string[];
}

const apiBase = import.meta.env.PUBLIC_API_BASE_URL ?? '';
const list = document.querySelector<HTMLElement>('[data-expert-times]');
const link = document.querySelector<HTMLElement>('[data-expert-link]');

async function showTimes(): Promise<void> {
  const response = await fetch(`${apiBase}/api/v1/interview-experts/`);
  const { results } = (await response.json()) as { results: ListedExpert[] };
  if (link && results.some(({ slug }) => slug === link.dataset.expertLink)) link.hidden = false;
  if (!list) return;
  // Loaded after the page, because only the list has times.
  const { dateTimeText } = await import('#lib/domain/core/time-text.ts');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const items = results.flatMap(({ slug, name, next_times: [next] }) =>
    next ? createItem(slug, name, dateTimeText(new Date(next), timeZone)) : [],
  );
  list.replaceChildren(...items);
}

function createItem(slug: string, name: string, time: string): HTMLLIElement {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.className = 'link';
  anchor.href = `/mock-interviews/experts/${slug}/`;
  anchor.textContent = name;
  item.append(anchor, ` · next free time ${time}`);
  return item;
}

if (list || link) showTimes().catch(() => {});
