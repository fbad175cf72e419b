import { createHash } from 'node:crypto';
import { formerOriginParameter } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { Config } from '#lib/server/config.ts';
import { getCertificateKeys } from './certificate-keys.ts';
import type { CredentialDeps } from './credential.ts';
import { findStatusList } from './find-status-list.ts';
import { buildIssuerProfile } from './issuer-profile.ts';

interface DocumentOptions {
  request: Request;
  body: string | Buffer;
  type: string;
  /** Without a name the browser may show the document. */
  fileName?: string;
}

/**
 * Responds with a document that verifiers read, also from pages of other sites. Readers ask each time whether it has changed, so
 * that a revocation counts at once.
 */
export function respondWithDocument({ request, body, type, fileName }: DocumentOptions): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ...{ ETag: etag, 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
    'X-Robots-Tag': 'noindex',
  };
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      ...{ ...headers, 'Content-Type': type },
      ...(fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
    },
  });
}

type ProofConfig = Pick<Config, 'siteOrigin' | 'certificateKeys' | 'formerOrigins'>;

/**
 * Responds with the issuer of certificates and its public keys, for software that checks a credential. A former origin has the
 * same keys under its own ids, because saved credentials name those. Responds with 404 for any other origin. [API-52]
 */
export async function respondWithIssuerProfile(config: ProofConfig, request: Request): Promise<Response> {
  const siteOrigin = findOrigin(config, request);
  if (!siteOrigin) return new Response(null, { status: 404 });
  const { published: keys } = await getCertificateKeys({ ...config, siteOrigin });
  const profile = buildIssuerProfile({ siteOrigin, name: 'Liftoff', keys });
  return respondWithDocument({ request, body: JSON.stringify(profile), type: 'application/ld+json' });
}

/**
 * Responds with the list in which software looks up whether a certificate was revoked, of today also under a former origin.
 * Responds with 404 for a list without certificates and for an origin that the site never had. [API-52]
 */
export async function respondWithStatusList(
  { db, config }: { db: CredentialDeps['db']; config: ProofConfig },
  list: string,
  request: Request,
): Promise<Response> {
  const siteOrigin = findOrigin(config, request);
  const isNumber = /^\d{1,4}$/.test(list);
  const body =
    siteOrigin && isNumber
      ? await findStatusList({ db, config: { ...config, siteOrigin } }, Number(list))
      : null;
  if (!body) return new Response(null, { status: 404 });
  return respondWithDocument({ request, body, type: 'application/vc' });
}

/** Returns the site's origin, or the former one that a request names; undefined for one that the setting does not list. */
function findOrigin({ siteOrigin, formerOrigins }: ProofConfig, request: Request): string | undefined {
  const asked = new URL(request.url).searchParams.get(formerOriginParameter);
  return asked ? formerOrigins.find((origin) => origin === asked) : siteOrigin;
}
