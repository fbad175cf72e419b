import type { APIRoute } from 'astro';
import { computePreviewKey, getPreview } from '#layouts/preview/preview-cache.ts';
import { describeCertificatePreview } from '#lib/server/certificates/certificate-files.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The picture that other sites show beside a link to a certificate. An address of an older version shows the present state. */
export const GET: APIRoute = async ({ cache, params, request }) => {
  const { config, db } = await getRuntime();
  const name = params.name ?? '';
  const found = await describeCertificatePreview({ db, config }, name, clientAddress(request, config));
  if (found instanceof Response) return found;
  const { words, isCurrent } = found;
  // The addresses of older versions are any number.
  if (isCurrent) cache.set(found.cache);
  const key = computePreviewKey(words, []);
  const maxAge = isCurrent ? 86_400 : 60;
  const headers = {
    ...{ ETag: `"${key}"`, 'Cache-Control': `public, max-age=${maxAge}`, 'X-Robots-Tag': 'noindex' },
  };
  if (request.headers.get('if-none-match')?.includes(key))
    return new Response(null, { status: 304, headers });
  const picture = await getPreview(key, async () => words);
  if (!picture) return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/png' } });
};
