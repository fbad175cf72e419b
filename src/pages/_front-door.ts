import type { APIRoute } from 'astro';

/** A route for development only. No request reaches it, because src/fetch.ts handles these addresses first. */
export const ALL: APIRoute = () => new Response(null, { status: 404 });
