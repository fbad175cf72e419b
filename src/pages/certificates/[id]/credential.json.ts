import type { APIRoute } from 'astro';
import { certificateCache } from '#lib/server/certificates/certificate-cache.ts';
import { respondToCertificateMiss } from '#lib/server/certificates/certificate-misses.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { respondWithDocument } from '#lib/server/certificates/credentials/respond.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The certificate as a signed Open Badges 3.0 credential. A hidden certificate has none, like an unknown one. */
export const GET: APIRoute = async ({ cache, params, request }) => {
  const runtime = await getRuntime();
  const found = await findSignedCertificate(runtime, params.id ?? '');
  if (!found) return respondToCertificateMiss(runtime.db, clientAddress(request, runtime.config));
  const { credential: body, row } = found;
  cache.set(certificateCache(row));
  return respondWithDocument({
    ...{ request, body, type: 'application/vc', fileName: `certificate-${row.shortUuid}.json` },
  });
};
