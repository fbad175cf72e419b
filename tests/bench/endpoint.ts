import type { APIRoute } from 'astro';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The whole API as one Astro endpoint: the way that src/fetch.ts is measured against. */
export const ALL: APIRoute = async ({ request }) => (await getRuntime()).api(request);
