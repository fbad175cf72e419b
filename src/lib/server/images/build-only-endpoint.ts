import type { APIRoute } from 'astro';

/**
 * Closes Astro's `/_image`, which would render any size of a local picture for anybody (C-34). Pictures of pages are rendered
 * at build and all others by /images/. In development nothing is built, so it stays open there.
 */
export const GET: APIRoute = async (context) => {
  if (!import.meta.env.DEV) return new Response(null, { status: 403 });
  const { GET: render } = await import('astro/assets/endpoint/dev');
  return render(context);
};
