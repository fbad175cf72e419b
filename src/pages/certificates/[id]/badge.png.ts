import type { APIRoute } from 'astro';
import { describeBadge } from '#layouts/preview/badge-preview.ts';
import { computePreviewKey, getPreview } from '#layouts/preview/preview-cache.ts';
import { certificateCache } from '#lib/server/certificates/certificate-cache.ts';
import { respondToCertificateMiss } from '#lib/server/certificates/certificate-misses.ts';
import { publicStatusOf } from '#lib/server/certificates/certificate-rows.ts';
import { bakePng } from '#lib/server/certificates/credentials/bake-png.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { respondWithDocument } from '#lib/server/certificates/credentials/respond.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The certificate's badge: a picture with the signed credential in it, for badge wallets. A hidden certificate has none. */
export const GET: APIRoute = async ({ cache, params, request }) => {
  const runtime = await getRuntime();
  const found = await findSignedCertificate(runtime, params.id ?? '');
  if (!found) return respondToCertificateMiss(runtime.db, clientAddress(request, runtime.config));
  const words = describeBadge(found.row, publicStatusOf(found.row) ?? 'ISSUED');
  const picture = await getPreview(computePreviewKey(words, []), async () => words);
  if (!picture) return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  cache.set(certificateCache(found.row));
  const body = bakePng(picture, found.credential);
  const fileName = `badge-${found.row.shortUuid}.png`;
  return respondWithDocument({ request, body, type: 'image/png', fileName });
};
