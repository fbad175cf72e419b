import type { APIRoute } from 'astro';

export const prerender = true;

/** Tells search engines which pages not to read, and where the sitemap is. */
export const GET: APIRoute = ({ locals }) =>
  new Response(
    [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /dev/',
      'Disallow: /moonshot/applications/',
      'Allow: /',
      '',
      `Sitemap: ${new URL('/sitemap.xml', locals.siteOrigin).href}`,
      '',
    ].join('\n'),
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  );
