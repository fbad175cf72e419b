import { posix } from 'node:path';

export interface Import {
  /**
   * A path from the project's root for our files, such as `src/lib/domain/phone.ts`. Otherwise the name: `zod/mini`.
   */
  target: string;
  written: string;
  /** Whether only types are imported, with `import type` or with `type` before each name. */
  typeOnly: boolean;
}

/** Reads the imports of a file. Of an .astro file it reads only the frontmatter. */
export function readImports(path: string, source: string): Import[] {
  const code = withoutComments(path.endsWith('.astro') ? serverPart(source) : source);
  const imports: Import[] = [];
  const add = (written = '', typeOnly = false) => {
    const target = resolve(path, written.replace(/\?.*/, ''));
    imports.push({ target, written, typeOnly });
  };
  for (const [, what = '', written] of code.matchAll(
    /^\s*(?:import|export)\s([^;'"`]*?)\sfrom\s*['"]([^'"]+)['"]/gm,
  ))
    add(written, isTypeOnly(what));
  for (const [, written] of code.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm)) add(written);
  for (const [, written] of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g))
    add(written, path.endsWith('.d.ts'));
  return imports;
}

/** `#lib/…` and its siblings are the aliases of package.json's `imports`: each is a folder of src. */
function resolve(path: string, written: string): string {
  if (written.startsWith('#')) return `src/${written.slice(1)}`;
  return written.startsWith('.') ? posix.join(posix.dirname(path), written) : written;
}

export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function serverPart(source: string): string {
  return /^---\n([\s\S]*?)^---$/m.exec(source)?.[1] ?? '';
}

function isTypeOnly(what: string): boolean {
  if (/^type\b/.test(what.trim())) return true;
  const names = /^\{([\s\S]*)\}$/.exec(what.trim())?.[1]?.split(',');
  return names?.every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
}
