import type { APIRoute } from 'astro';

/** In development only, and never reached: src/fetch.ts has answered these addresses before. */
export const ALL: APIRoute = () => new Response(null, { status: 404 });
