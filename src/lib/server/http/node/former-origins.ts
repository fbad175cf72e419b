import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  formerOriginParameter,
  isProofPath,
} from '#lib/domain/certificates/credentials/credential-addresses.ts';
import { removeQuery } from '../api-path.ts';
import type { Header } from '../security-headers.ts';

interface FormerOriginsOptions {
  siteOrigin: string;
  /** The origins of the setting. A Host is only ever compared with them. */
  formerOrigins: readonly string[];
  headers: readonly Header[];
}

/** A redirect is remembered for an hour, so that a site may return to a domain that it has left. */
const lifetime = 'public, max-age=3600';

/**
 * Creates the function that responds to requests for a domain that the site has left, and returns whether it has: 308 to the same
 * path and query at `siteOrigin`. A form and a call of the API keep their method. The documents that prove a saved credential are
 * answered here, because the credential names them under that domain: such a request gets the address of the document's former
 * form, and the function returns false. [API-52, C-35]
 */
export function redirectFormerOrigins({ siteOrigin, formerOrigins, headers }: FormerOriginsOptions) {
  const originsByHost = new Map(formerOrigins.map((origin) => [new URL(origin).host, origin]));
  if (!originsByHost.size) return () => false;

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const origin = originsByHost.get(req.headers.host?.toLowerCase() ?? '');
    const { url = '' } = req;
    // A target that is no path is rejected like on every other host.
    if (!origin || !url.startsWith('/')) return false;
    const path = removeQuery(url);
    if (isProofPath(path)) {
      req.url = `${path}?${new URLSearchParams({ [formerOriginParameter]: origin })}`;
      return false;
    }
    const target = ['Location', `${siteOrigin}${url}`, 'Cache-Control', lifetime];
    // Checkers that run in a page of another site follow the redirect of a credential.
    const shared = path.startsWith('/certificates/') ? ['Access-Control-Allow-Origin', '*'] : [];
    res.writeHead(308, [...headers.flat(), ...target, ...shared, 'Content-Length', '0']).end();
    return true;
  };
}
