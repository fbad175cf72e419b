/** How a portfolio's facts are said, on its page, in its preview and in what is made of it. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As far as the person knows it: `2024` · `May 2024` · `31 May 2024`. */
export function formatPartialDate(date: string): string {
  const [year = '', month, day] = date.split('-');
  const name = month ? months[Number(month) - 1] : undefined;
  if (!name) return year;
  return day ? `${Number(day)} ${name} ${year}` : `${name} ${year}`;
}

export interface Period {
  startedOn: string | null;
  endedOn: string | null;
}

/** `Jun 2023 – today` · `2019 – 2023` · `2024`; empty where nothing is known. Without a start it is about the end alone. */
export function formatPeriod({ startedOn, endedOn }: Period, ongoing = 'today'): string {
  if (!startedOn) return endedOn ? formatPartialDate(endedOn) : '';
  const start = formatPartialDate(startedOn);
  const end = endedOn ? formatPartialDate(endedOn) : ongoing;
  return start === end || !end ? start : `${start} – ${end}`;
}

export const formatPersonName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/**
 * The address if a page may link to it, else null: what is stored was checked when it was written (C-36), and is
 * checked again where it would become something to press.
 */
export function toSafeHref(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** `docs.google.com`, to tell where a link leads. */
export const formatHost = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';

/** What shows of a list: visible entries in the owner's order. */
export const listVisible = <Entry extends { visible: boolean; order: number }>(
  entries: readonly Entry[],
): Entry[] => entries.filter(({ visible }) => visible).toSorted((one, other) => one.order - other.order);

/** One sentence about the person, for search engines and other sites: at most 160 characters. */
export function summarizePortfolio(portfolio: {
  owner: { firstName: string; lastName: string };
  headline: string;
  location: string;
  skills: readonly string[];
}): string {
  const { owner, headline, location, skills } = portfolio;
  const parts = [
    `${formatPersonName(owner)}${headline ? `: ${headline}` : ''}.`,
    location && `${location}.`,
    skills.length > 0 && `Knows ${skills.slice(0, 5).join(', ')}.`,
    'Projects, experience and verified certificates.',
  ];
  const text = parts.filter(Boolean).join(' ').replaceAll('..', '.');
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`;
}
