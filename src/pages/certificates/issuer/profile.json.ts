import type { APIRoute } from 'astro';
import { respondWithIssuerProfile } from '#lib/server/certificates/credentials/respond.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The issuer of certificates with its public keys, for software that checks a credential. */
export const GET: APIRoute = async ({ request }) =>
  respondWithIssuerProfile((await getRuntime()).config, request);
