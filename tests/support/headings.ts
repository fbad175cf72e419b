import { readFileSync } from 'node:fs';

/** Returns a Markdown file without its blocks of code. */
export const readProse = (path: string): string =>
  readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Returns the anchors of a Markdown file's headings, as GitHub makes them. */
export function readAnchors(path: string): string[] {
  return [...readProse(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    String(title)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
