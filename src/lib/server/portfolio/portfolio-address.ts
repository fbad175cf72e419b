import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { addressLimit, portfolioLengths } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { PortfolioTable } from '#lib/server/db/schema/portfolios.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * The addresses of portfolios. A readable one, such as `asha-verma-7k3p`, is for a public portfolio and can be guessed. The
 * secret one of an unlisted portfolio ends in 80 random bits, so that only people with the link can open it. [C-39]
 */

/** Without look-alikes, and without vowels, so that random characters spell no word. */
const readableAlphabet = '23456789bcdfghjkmnpqrstvwxz';
/** Crockford's base32: 5 bits a character, without look-alikes. */
const secretAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const secretLength = 16;
/** The owner's former secret addresses that still lead the owner to the portfolio. */
const maxShareSlugs = 20;

/**
 * Generates `asha-verma-7k3p`: the letters of the name that are allowed in an address, and four random
 * characters.
 */
export function generateSlug(name: string): string {
  const base = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '');
  return `${base || 'portfolio'}-${randomText(readableAlphabet, 4)}`;
}

/** Generates `asha-verma-7k3p-4t9vw0c6hm2xq8ba`: the readable address and 80 random bits. */
function generateShareSlug(slug: string): string {
  const base = slug.slice(0, portfolioLengths.slug - secretLength - 1).replace(/-$/, '');
  return `${base}-${randomText(secretAlphabet, secretLength)}`;
}

const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * Returns the readable address that a request chooses, if it is a new one. A client may send back the secret address that
 * it has read, which is no choice.
 */
export async function findChosenSlug(
  trx: Db,
  { id, slug: current }: Selectable<PortfolioTable>,
  slug: string | undefined,
): Promise<string | undefined> {
  if (slug === undefined || slug === current) return undefined;
  const own = trx.selectFrom('portfolioSlug').select('slug').where('portfolioId', '=', id);
  const secret = await own.where('slug', '=', slug).where('isShared', '=', true).executeTakeFirst();
  return secret ? undefined : slug;
}

/**
 * Assigns a readable address to the portfolio. An owner can return to a former one; another person's former address
 * continues to redirect to them. Throws `SLUG_TAKEN` and `LIMIT_REACHED`.
 */
export async function claimSlug(trx: Db, portfolioId: string, slug: string): Promise<void> {
  const claimed = await trx
    .insertInto('portfolioSlug')
    .values({ slug, portfolioId })
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet({ takenAt: sql<Date>`now()` })
        .where('portfolioSlug.portfolioId', '=', portfolioId),
    )
    .returning('slug')
    .executeTakeFirst();
  if (!claimed) throw new HttpError('SLUG_TAKEN', { fields: ['slug'] });

  const { count } = await trx
    .selectFrom('portfolioSlug')
    .select(sql<number>`count(*)`.as('count'))
    .where('portfolioId', '=', portfolioId)
    .where('isShared', '=', false)
    .executeTakeFirstOrThrow();
  const message = `You can change the address ${addressLimit - 1} times, and you have done so. Choose one that you had before.`;
  if (count > addressLimit) throw new HttpError('LIMIT_REACHED', { message, fields: ['slug'] });
}

/** Creates and returns a new secret address. The former ones lead nobody but the owner to the portfolio. */
export async function createShareSlug(trx: Db, portfolioId: string, slug: string): Promise<string> {
  const shareSlug = generateShareSlug(slug);
  await trx.insertInto('portfolioSlug').values({ slug: shareSlug, portfolioId, isShared: true }).execute();
  const shared = trx.selectFrom('portfolioSlug').select('slug').where('portfolioId', '=', portfolioId);
  const latest = shared.where('isShared', '=', true).orderBy('takenAt', 'desc').limit(maxShareSlugs);
  await trx
    .deleteFrom('portfolioSlug')
    .where('portfolioId', '=', portfolioId)
    .where('isShared', '=', true)
    .where('slug', 'not in', latest)
    .execute();
  return shareSlug;
}
