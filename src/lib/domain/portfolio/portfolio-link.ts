import { prependHttps } from '#lib/domain/core/text.ts';
import { type LinkKind, portfolioLengths } from './portfolio.ts';

/** Longest address that is kept, as typed and after normalising (C-36). */
const longest = 2048;
/** Control characters, and invisible marks that make an address read as another. */
const hidden = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/**
 * What a person pasted, as it is kept: an http or https address of a named host, without credentials (C-36). The same
 * page always gets the same spelling. Null for everything else.
 */
export function normaliseLink(pasted: string): string | null {
  const text = prependHttps(pasted.trim());
  if (text.length > longest || hidden.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  url.hostname = url.hostname.replace(/\.$/, '');
  return isNamedHost(url.hostname) && url.href.length <= longest ? url.href : null;
}

/** Has a dot, and ends in letters: neither `localhost` nor an IP address in any of its spellings. */
const isNamedHost = (host: string): boolean => /^([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]*$/.test(host);

const kindByHost: Record<string, LinkKind> = {
  'linkedin.com': 'LINKEDIN',
  'github.com': 'GITHUB',
  'behance.net': 'BEHANCE',
  'medium.com': 'MEDIUM',
  'x.com': 'X',
  'twitter.com': 'X',
};

/** Told from the host; `in.linkedin.com` is LinkedIn, `linkedin.com.example` is not. Takes a normalised link. */
export function detectLinkKind(link: string): LinkKind {
  const registered = new URL(link).hostname.split('.').slice(-2).join('.');
  return kindByHost[registered] ?? 'WEBSITE';
}

/** What is shown for a link that its owner gave no words: its address, short. Takes a normalised link. */
export function defaultLinkLabel(link: string): string {
  const { hostname, pathname } = new URL(link);
  const text = `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return text.length <= portfolioLengths.label ? text : `${text.slice(0, portfolioLengths.label - 1)}…`;
}
