import { hash } from 'node:crypto';

type Kind = 'script' | 'style';
/** Sources of the policy, such as `'sha256-…'`. */
export type InlineHashes = Readonly<Record<Kind, ReadonlySet<string>>>;

const hashSource = / 'sha256-[^']+'/g;
const none: InlineHashes = { script: new Set(), style: new Set() };

/**
 * Returns a Content-Security-Policy with the hashes of the page's own inline scripts and styles. Astro puts those of all pages into
 * every policy, which makes the header five times as long. A hash that neither the policy nor `known` has is never added. [C-35]
 */
export function narrowPolicy(policy: string, html: Buffer, known: InlineHashes = none): string {
  const own = { script: hashInline(html, 'script'), style: hashInline(html, 'style') };
  return policy
    .split(';')
    .map((directive) => {
      const kind = /^\s*(script|style)-src /.exec(directive)?.[1] as Kind | undefined;
      if (!kind) return directive;
      // A browser ignores 'unsafe-inline', which only the live chat needs, where there are hashes.
      if (directive.includes("'unsafe-inline'")) return directive.replace(hashSource, '');
      const narrow = directive.replace(hashSource, (source) => (own[kind].has(source.trim()) ? source : ''));
      const added = [...own[kind]].filter((source) => known[kind].has(source) && !narrow.includes(source));
      return [narrow.trimEnd(), ...added].join(' ');
    })
    .join(';');
}

/** Returns the sources of all inline elements of a kind. Reads bytes, because most of a page is none of them. */
function hashInline(html: Buffer, kind: Kind): Set<string> {
  const sources = new Set<string>();
  const [start, end] = [`<${kind}`, `</${kind}>`];
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at)) {
    const open = html.indexOf('>', at);
    const close = html.indexOf(end, open);
    if (open < 0 || close < 0) break;
    const tag = html.toString('latin1', at, open);
    if (/^<\w+(?=\s|$)/.test(tag) && !/\ssrc=/.test(tag))
      sources.add(`'sha256-${hash('sha256', html.subarray(open + 1, close), 'base64')}'`);
    at = close;
  }
  return sources;
}

interface PolicyManifest {
  csp:
    | undefined
    | {
        scriptDirective: { hashes: unknown[] };
        styleDirective: { hashes: unknown[] };
        scriptHashes: unknown[];
        styleHashes: unknown[];
      };
}

/**
 * Takes the hashes of all pages out of Astro's manifest and returns them, so that a page is rendered without copying a thousand of them
 * into a policy from which `narrowPolicy` would remove them again.
 */
export function extractInlineHashes({ csp }: PolicyManifest): InlineHashes {
  if (!csp) return none;
  const take = (hashes: unknown[]) =>
    new Set(hashes.splice(0).flatMap((one) => (typeof one === 'string' ? `'${one}'` : [])));
  const taken = { script: take(csp.scriptDirective.hashes), style: take(csp.styleDirective.hashes) };
  csp.scriptHashes.length = 0;
  csp.styleHashes.length = 0;
  return taken;
}

/** Narrows the policy of a server-rendered page. Returns any other response as it is. */
export async function narrowPagePolicy(response: Response, known: InlineHashes): Promise<Response> {
  const { headers, status } = response;
  const policy = headers.get('Content-Security-Policy');
  if (!policy || !response.body || !headers.get('Content-Type')?.startsWith('text/html')) return response;
  // The bytes are sent on as they are, because encoding a long page again takes as long as compressing it.
  const bytes = Buffer.from(await response.arrayBuffer());
  headers.set('Content-Security-Policy', narrowPolicy(policy, bytes, known));
  return new Response(bytes, { status, headers });
}
