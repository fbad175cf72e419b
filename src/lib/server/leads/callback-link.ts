import type { Config } from '#lib/server/config.ts';
import { isLinkKey, linkKey } from '#lib/server/core/link-key.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Returns the path of the page on which a person moves or cancels their call. Only the confirmation contains it. [API-53] */
export const callbackPath = (config: Pick<Config, 'secretKeys'>, reference: string): string =>
  `/callback/${reference}/${linkKey(config, 'callback', reference)}/`;

/** Returns the request that a link belongs to. Throws NOT_FOUND for a wrong reference or key. */
export async function requireCallback(
  db: Db,
  config: Pick<Config, 'secretKeys'>,
  { reference, key }: { reference: string; key: string },
) {
  const request = isLinkKey(config, 'callback', reference, key)
    ? await db.selectFrom('callbackRequest').selectAll().where('reference', '=', reference).executeTakeFirst()
    : undefined;
  if (!request) throw new HttpError('NOT_FOUND');
  return request;
}
