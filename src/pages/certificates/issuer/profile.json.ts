import type { APIRoute } from 'astro';
import { getCertificateKeys } from '#lib/server/certificates/credentials/certificate-keys.ts';
import { buildIssuerProfile } from '#lib/server/certificates/credentials/issuer-profile.ts';
import { respondWithDocument } from '#lib/server/certificates/credentials/respond.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The issuer of certificates with its public keys, for software that checks a credential. */
export const GET: APIRoute = async ({ request }) => {
  const { config } = await getRuntime();
  const { published: keys } = await getCertificateKeys(config);
  const profile = buildIssuerProfile({ siteOrigin: config.siteOrigin, name: 'Liftoff', keys });
  return respondWithDocument({ request, body: JSON.stringify(profile), type: 'application/ld+json' });
};
