import { randomInt } from 'node:crypto';

/** Without look-alikes, and without vowels, so that chance spells no word. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz';

/** `asha-verma-7k3p`: the name as far as it has letters for an address, and four characters by chance. */
export function generateSlug(name: string): string {
  const base = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '');
  const end = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${base || 'portfolio'}-${end}`;
}
