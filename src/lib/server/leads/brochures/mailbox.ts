import { domainToASCII } from 'node:url';

/** Where dots in front of the @ mean nothing. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * One name for all spellings of an address that reach the same person (C-37): in lower case, without the tag after a
 * plus sign, Gmail's without dots, the domain as DNS has it. Compared only; the mail goes to what was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const typed = email.slice(at + 1).toLowerCase();
  const domain = domainToASCII(typed) || typed;
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '');
  if (!dotless.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}
