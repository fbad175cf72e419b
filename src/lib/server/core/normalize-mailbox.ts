import { domainToASCII } from 'node:url';

/** Mail domains that ignore dots in front of the @. */
const dotlessDomains = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns one spelling for all addresses that reach the same person: lower case, without the tag after a plus
 * sign, without Gmail's dots, the domain as DNS has it. It is used for comparing only; the email goes to the
 * address as typed. [C-37]
 */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const typedDomain = email.slice(at + 1).toLowerCase();
  const domain = domainToASCII(typedDomain) || typedDomain;
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '');
  return dotlessDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
