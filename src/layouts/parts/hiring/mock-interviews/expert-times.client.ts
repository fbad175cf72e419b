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
const format = new Intl.DateTimeFormat('en-IN', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  timeZoneName: 'short',
});

const list = document.querySelector<HTMLElement>('[data-expert-times]');
const link = document.querySelector<HTMLElement>('[data-expert-link]');

async function showTimes(): Promise<void> {
  const response = await fetch(`${apiBase}/api/v1/interview-experts/`);
  const { results } = (await response.json()) as { results: ListedExpert[] };
  list?.replaceChildren(...results.filter((one) => one.next_times.length > 0).map(createItem));
  if (link && results.some(({ slug }) => slug === link.dataset.expertLink)) link.hidden = false;
}

function createItem({ slug, name, next_times: [next = ''] }: ListedExpert): HTMLLIElement {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.className = 'link';
  anchor.href = `/mock-interviews/experts/${slug}/`;
  anchor.textContent = name;
  item.append(anchor, ` · next free time ${format.format(new Date(next))}`);
  return item;
}

if (list || link) showTimes().catch(() => {});
