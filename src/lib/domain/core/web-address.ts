import { prependHttps } from './text.ts';

/** Returns a normalised LinkedIn address, or null for any other text. [C-36] */
export function parseLinkedinUrl(typed: string): string | null {
  const text = prependHttps(typed);
  if (text.length > 2048 || !URL.canParse(text)) return null;
  const { protocol, hostname, username, password, href } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const isTheirs = /^(?:[a-z0-9-]+\.)*linkedin\.com$/.test(hostname);
  return isWeb && isTheirs && !username && !password ? href : null;
}
