import { prependHttps } from './text.ts';

/** An address of LinkedIn, normalised; null for what is none (C-36). */
export function readLinkedinUrl(typed: string): string | null {
  const text = prependHttps(typed);
  if (text.length > 2048 || !URL.canParse(text)) return null;
  const { protocol, hostname, username, password, href } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const isTheirs = /^(?:[a-z0-9-]+\.)*linkedin\.com$/.test(hostname);
  return isWeb && isTheirs && !username && !password ? href : null;
}
