import { createHash } from 'node:crypto';

const hashSource = / 'sha256-[^']+'/g;
const inlineElement = /<(script|style)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;

/**
 * Returns a Content-Security-Policy with the hashes of the page's own inline scripts and styles. Astro puts those of all pages into
 * every policy, which makes the header five times as long. A hash that the policy does not have is never added. [C-35]
 */
export function narrowPolicy(policy: string, html: string): string {
  const own = new Set<string>();
  for (const [, , content = ''] of html.matchAll(inlineElement))
    own.add(` 'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  return policy
    .split(';')
    .map((directive) =>
      // A browser ignores 'unsafe-inline', which only the live chat needs, where there are hashes.
      directive.replace(hashSource, (source) =>
        own.has(source) && !directive.includes("'unsafe-inline'") ? source : '',
      ),
    )
    .join(';');
}

/** Narrows the policy of a server-rendered page. Returns any other response as it is. */
export async function narrowPagePolicy(response: Response): Promise<Response> {
  const { headers, status } = response;
  const policy = headers.get('Content-Security-Policy');
  if (!policy || !response.body || !headers.get('Content-Type')?.startsWith('text/html')) return response;
  // The bytes are sent on as they are, because encoding a long page again takes as long as compressing it.
  const bytes = await response.arrayBuffer();
  headers.set('Content-Security-Policy', narrowPolicy(policy, new TextDecoder().decode(bytes)));
  return new Response(bytes, { status, headers });
}
