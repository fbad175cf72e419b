import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Rewrites the server's bundle so that its source takes less memory: the manifest has the styles of every page as text, and each becomes a
 * file that is read when a page first needs it; fonts and WebAssembly in base64 become files, because V8 would keep them with the source
 * too; and every character is ASCII, because V8 keeps a source with one other letter at two bytes
 * per letter for as long as the process runs (docs/decisions/0053).
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
      const { code: compacted, sheets, texts } = compact(code);
      if (sheets.length) await writeSheets(entry.parentPath, sheets);
      if (texts.size) await writeTexts(entry.parentPath, texts);
      const readers = (sheets.length ? readSheets : '') + (texts.size ? readTexts : '');
      if (compacted !== code) await writeFile(path, readers + compacted);
    }),
  );
}

async function writeSheets(folder: string, sheets: readonly string[]): Promise<void> {
  await mkdir(join(folder, 'sheets'));
  await Promise.all(sheets.map((text, at) => writeFile(join(folder, 'sheets', `${at}.css`), text)));
}

/** The function that the code of the manifest calls for a style sheet. */
const readSheets = `import { readFileSync as __readFile } from 'node:fs';
const __sheets = [];
const __sheet = (at) => (__sheets[at] ??= __readFile(new URL(\`sheets/\${at}.css\`, import.meta.url), 'utf8'));
`;

async function writeTexts(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(join(folder, 'texts'), { recursive: true });
  await Promise.all([...texts].map(([name, text]) => writeFile(join(folder, 'texts', name), text)));
}

/** The function that code calls for a text in a file. */
const readTexts = `import { readFileSync as __readTextFile } from 'node:fs';
function __text(name) { return __readTextFile(new URL(\`texts/\${name}\`, import.meta.url), 'latin1'); }
`;

/** A long text in base64 that a package or an import with `?inline` has left in the code. */
const inlined = /(["'])((?:data:[\w/.+-]+;base64,)?[A-Za-z\d+/]{20000,}=*)\1/g;

/** A style sheet in the manifest, which is JSON. */
const sheet = /(?<="type":"inline",)"content":("(?:[^"\\]|\\.)*")/g;

interface CompactedCode {
  code: string;
  sheets: string[];
  /** Texts by the name of their file. */
  texts: Map<string, string>;
}

/**
 * Returns the code of a file of the bundle in ASCII, and its style sheets and long texts, each once. The code calls `__sheet` with the
 * index of a sheet and `__text` with the name of a text. Throws where it would mean something else.
 */
export function compact(code: string): CompactedCode {
  const indices = new Map<string, number>();
  const rewritten = code.replace(sheet, (_, text: string) => {
    const index = indices.get(text) ?? indices.size;
    indices.set(text, index);
    return `get content() { return __sheet(${index}); }`;
  });
  const texts = new Map<string, string>();
  const shortened = rewritten.replace(inlined, (_, _quote, text: string) => {
    const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.txt`;
    texts.set(name, text);
    return `__text("${name}")`;
  });
  const sheets = [...indices.keys()].map((text) => JSON.parse(text) as string);
  return { code: escapeLetters(shortened), sheets, texts };
}

/** Rolldown escapes texts. What it leaves is in the manifest and in tagged templates, whose functions read them without escapes. */
function escapeLetters(code: string): string {
  const [lost] = /String\.raw`[^`]*[^\0-\x7f]|(?<=(?:^|[^\\])(?:\\\\)*)\\[^\0-\x7f]/.exec(code) ?? [];
  if (lost) throw new Error(`The server's bundle has a letter that cannot be escaped: ${lost}`);
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
