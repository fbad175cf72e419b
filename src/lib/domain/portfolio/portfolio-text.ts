/** Formats the facts of a portfolio for its page, its preview and its exports. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a partial date: `2024` · `May 2024` · `31 May 2024`. */
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

/** Formats a period: `Jun 2023 – today` · `2019 – 2023` · `2024`. Without a start, only the end; without both, nothing. */
export function formatPeriod({ startedOn, endedOn }: Period, ongoing = 'today'): string {
  if (!startedOn) return endedOn ? formatPartialDate(endedOn) : '';
  const start = formatPartialDate(startedOn);
  const end = endedOn ? formatPartialDate(endedOn) : ongoing;
  return start === end || !end ? start : `${start} – ${end}`;
}

export const formatPersonName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** Returns an http(s) address, or null. Stored addresses were validated (C-36); this checks again before linking. */
export function toSafeHref(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** Formats the host of an address: `docs.google.com`. */
export const formatHost = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';

/** Lists the visible entries in the owner's order. */
export const listVisible = <Entry extends { visible: boolean; order: number }>(
  entries: readonly Entry[],
): Entry[] => entries.filter(({ visible }) => visible).toSorted((one, other) => one.order - other.order);

/** Summarises a portfolio in at most 160 characters for search engines and link previews. */
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
