import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Rewrites the server's bundle so that its source takes less memory: the manifest has the styles of every page as text, and those that
 * several pages share are written once; and every character is ASCII, because V8 keeps a source with one other letter at two bytes per
 * letter for as long as the process runs (docs/decisions/0053).
 */
export function compactServer(): AstroIntegration {
  let folder: URL | undefined;
  return {
    name: 'compact-server',
    hooks: {
      'astro:config:done': ({ config }) => {
        folder = config.build.server;
      },
      'astro:build:done': () => compactFolder(fileURLToPath(folder ?? '')),
    },
  };
}

async function compactFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && extname(entry.name) === '.mjs');
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const code = await readFile(path, 'utf8');
      const compacted = compact(code);
      if (compacted !== code) await writeFile(path, compacted);
    }),
  );
}

/** A style sheet in the manifest, which is JSON. */
const sheet = /(?<="type":"inline","content":)"(?:[^"\\]|\\.)*"/g;

/** Returns the code of a file of the bundle with each style sheet once, in ASCII. Throws where it would mean something else. */
export function compact(code: string): string {
  const names = new Map<string, string>();
  const rewritten = code.replace(sheet, (text) => {
    const name = names.get(text) ?? `__sheet_${names.size}`;
    names.set(text, name);
    return name;
  });
  const sheets = [...names].map(([text, name]) => `const ${name} = ${text};\n`);
  return escapeLetters(`${sheets.join('')}${rewritten}`);
}

/** Rolldown escapes texts. What it leaves is in the manifest and in tagged templates, whose functions read them without escapes. */
function escapeLetters(code: string): string {
  const [lost] = /String\.raw`[^`]*[^\0-\x7f]|(?<=(?:^|[^\\])(?:\\\\)*)\\[^\0-\x7f]/.exec(code) ?? [];
  if (lost) throw new Error(`The server's bundle has a letter that cannot be escaped: ${lost}`);
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
