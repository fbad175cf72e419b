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
 * same keys under its own ids, because saved credentials name those. [API-52]
 */
export async function respondWithIssuerProfile(config: ProofConfig, request: Request): Promise<Response> {
  const own = configOf(config, request);
  const { published: keys } = await getCertificateKeys(own);
  const profile = buildIssuerProfile({ siteOrigin: own.siteOrigin, name: 'Liftoff', keys });
  return respondWithDocument({ request, body: JSON.stringify(profile), type: 'application/ld+json' });
}

/**
 * Responds with the list in which software looks up whether a certificate was revoked, of today also under a former origin. Returns
 * null for a list without certificates. [API-52]
 */
export async function respondWithStatusList(
  { db, config }: { db: CredentialDeps['db']; config: ProofConfig },
  list: string,
  request: Request,
): Promise<Response | null> {
  if (!/^\d{1,4}$/.test(list)) return null;
  const body = await findStatusList({ db, config: configOf(config, request) }, Number(list));
  return body === null ? null : respondWithDocument({ request, body, type: 'application/vc' });
}

/** Returns the settings with the former origin that a request names, if it is one of those that the setting lists. */
function configOf(config: ProofConfig, request: Request): ProofConfig {
  const asked = new URL(request.url).searchParams.get(formerOriginParameter);
  const siteOrigin = config.formerOrigins.find((origin) => origin === asked) ?? config.siteOrigin;
  return { ...config, siteOrigin };
}
