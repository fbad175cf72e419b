import type { APIRoute } from 'astro';

/**
 * Astro's `/_image` (C-34). It would make any size of a local picture for whoever asks; pictures of pages are made at
 * build, all others by /images/, so it is closed but in development, where nothing is built.
 */
export const GET: APIRoute = async (context) => {
  if (!import.meta.env.DEV) return new Response(null, { status: 403 });
  const { GET: make } = await import('astro/assets/endpoint/dev');
  return make(context);
};
