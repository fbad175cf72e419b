import { createHash } from 'node:crypto';
import type { AstroGlobal } from 'astro';

/**
 * Allows one inline script in the page's content security policy and returns its code. Astro hashes the scripts that it bundles
 * but not the `is:inline` ones, and only those run before the first paint. Call it in the frontmatter of a page or a layout,
 * because a component may be rendered after the policy was sent.
 */
export function allowInlineScript(astro: Pick<AstroGlobal, 'csp'>, code: string): string {
  astro.csp?.insertScriptHash(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  return code;
}
