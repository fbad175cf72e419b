import { existsSync, readFileSync } from 'node:fs';

interface PageHeaders {
  pathname: string;
  headers: { key: string; value: string }[];
}

/** Returns one name for a page, whether its path is `/terms/`, `/terms/index.html` or, for error pages, `/404.html`. */
export const pageName = (path: string): string => path.replace(/(\/index)?\.html$|\/$/, '') || '/';

/**
 * Reads the Content-Security-Policy of each prerendered page from the file that Astro's adapter writes
 * (`staticHeaders`).
 */
export function readPagePolicies(file: string): Map<string, string> {
  const pages: PageHeaders[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const policies = new Map<string, string>();
  for (const { pathname, headers } of pages) {
    const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy');
    if (policy) policies.set(pageName(pathname), policy.value);
  }
  return policies;
}
