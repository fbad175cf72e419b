import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Lets plain Node run our server code (`node --import`). It supports the two features of Vite that this code uses:
 * `import.meta.glob` of content and pictures, and files as data URLs.
 */
registerHooks({
  resolve(specifier, context, next) {
    const [file = '', query = ''] = specifier.split('?');
    if (!query.endsWith('inline')) return next(specifier, context);
    const { url } = next(file, context);
    return { url: `${url}?inline`, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (url.endsWith('?inline')) {
      const bytes = readFileSync(new URL(url)).toString('base64');
      const source = `export default ${JSON.stringify(`data:application/octet-stream;base64,${bytes}`)};`;
      return { source, format: 'module', shortCircuit: true };
    }
    const loaded = next(url, context);
    if (!url.includes('/src/lib/server/')) return loaded;
    const source = String(loaded.source).replaceAll(
      'import.meta.glob',
      'globalThis.viteGlob(import.meta.url)',
    );
    return { ...loaded, source };
  },
});

/** @param {string} from */
const viteGlob = (from) => {
  const cwd = dirname(fileURLToPath(from));
  /** @type {(pattern: string, options: { query?: string }) => Record<string, string>} */
  return (pattern, { query = '' }) => {
    const files = globSync(pattern, { cwd }).map((path) => join(cwd, path));
    return Object.fromEntries(
      files.map((path) => [path, query.includes('raw') ? readFileSync(path, 'utf8') : path]),
    );
  };
};
Reflect.set(globalThis, 'viteGlob', viteGlob);
