import type { APIRoute } from 'astro';
import { respondWithCertificatePdf } from '#lib/server/certificates/certificate-files.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The document of a certificate. */
export const GET: APIRoute = async ({ params, request }) => {
  const { config, db } = await getRuntime();
  return respondWithCertificatePdf({ db, config }, params.id ?? '', clientAddress(request, config));
};
