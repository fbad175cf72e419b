import { prependHttps } from '#lib/domain/core/text.ts';
import { type LinkKind, portfolioLengths } from './portfolio.ts';

/** The maximum length of an address, as typed and after normalising (C-36). */
const maxLength = 2048;
/** Control characters, and invisible marks that make an address read as another. */
const hidden = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/**
 * Normalises a pasted address, so that the same page always has the same spelling. Returns null unless it is an http(s)
 * address of a named host without credentials (C-36).
 */
export function normaliseLink(pasted: string): string | null {
  const text = prependHttps(pasted.trim());
  if (text.length > maxLength || hidden.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  url.hostname = url.hostname.replace(/\.$/, '');
  return isNamedHost(url.hostname) && url.href.length <= maxLength ? url.href : null;
}

/** Returns whether a host has a dot and ends in letters, unlike `localhost` and every spelling of an IP address. */
const isNamedHost = (host: string): boolean => /^([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]*$/.test(host);

const kindByHost: Record<string, LinkKind> = {
  'linkedin.com': 'LINKEDIN',
  'github.com': 'GITHUB',
  'behance.net': 'BEHANCE',
  'medium.com': 'MEDIUM',
  'x.com': 'X',
  'twitter.com': 'X',
};

/** Detects the kind of a normalised link by its host: `in.linkedin.com` is LinkedIn, `linkedin.com.example` is not. */
export function detectLinkKind(link: string): LinkKind {
  const registered = new URL(link).hostname.split('.').slice(-2).join('.');
  return kindByHost[registered] ?? 'WEBSITE';
}

/** Returns the label of a normalised link that has none of its own: its address, shortened. */
export function defaultLinkLabel(link: string): string {
  const { hostname, pathname } = new URL(link);
  const text = `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return text.length <= portfolioLengths.label ? text : `${text.slice(0, portfolioLengths.label - 1)}…`;
}
