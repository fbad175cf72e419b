import type { APIRoute } from 'astro';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The whole API as one Astro endpoint, which the benchmark compares with src/fetch.ts. */
export const ALL: APIRoute = async ({ request }) => (await getRuntime()).api(request);
