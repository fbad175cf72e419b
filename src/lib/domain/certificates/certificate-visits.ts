/** Visits of a certificate's page: how many, and from which hosts. */

export interface CertificateVisits {
  total: number;
  thisMonth: number;
  /** The hosts with the most visits, five at most. `host` is empty for visits without a source. */
  sources: { host: string; visits: number }[];
}

/**
 * Returns the host under which a visit is counted: lower case, without `www.`. A text that is no host of the internet counts as
 * no source, so that nobody can write words into the holder's list.
 */
export function parseVisitHost(text: string | null): string {
  const host = text?.toLowerCase().replace(/^www\./, '') ?? '';
  return host.length <= 100 && /^(?:[a-z0-9-]{1,63}\.){1,5}[a-z][a-z0-9-]{1,30}$/.test(host) ? host : '';
}

const sourceText = (host: string) => host || 'a message or a typed address';

/** Formats the visits for the holder and for staff. */
export function formatVisits({ total, thisMonth, sources }: CertificateVisits): string {
  if (total === 0) return 'Nobody has opened the link yet.';
  const times = total === 1 ? 'once' : `${total.toLocaleString('en-IN')} times`;
  const from = sources.map(({ host, visits }) => `${sourceText(host)} (${visits.toLocaleString('en-IN')})`);
  return `Opened ${times}, ${thisMonth.toLocaleString('en-IN')} this month. From: ${from.join(', ')}.`;
}
