import type { Config } from '#lib/server/config.ts';

type Api = (request: Request) => Promise<Response>;

const uploadPath = '/api/v1/upload/';

/**
 * Allows the site's pages to send files to a separate media host (API-34) with a bearer token. Cookies are
 * neither sent nor accepted there (C-26, C-33). If the site itself is the media host, no headers are added.
 */
export function withCrossOriginUploads(
  api: Api,
  { mediaHost, siteOrigin, allowedOrigins }: Pick<Config, 'mediaHost' | 'siteOrigin' | 'allowedOrigins'>,
): Api {
  if (mediaHost === siteOrigin) return api;
  return async (request) => {
    const origin = request.headers.get('origin');
    if (!origin || !allowedOrigins.has(origin) || new URL(request.url).pathname !== uploadPath)
      return api(request);
    const response = request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await api(request);
    response.headers.set('access-control-allow-origin', origin);
    response.headers.append('vary', 'Origin');
    if (request.method === 'OPTIONS') {
      response.headers.set('access-control-allow-methods', 'POST');
      response.headers.set('access-control-allow-headers', 'authorization, accept');
      response.headers.set('access-control-max-age', '86400');
    }
    return response;
  };
}
