/** Modules that a package imports for what the product never asks of it, with what it imports of them. */
const unused: Record<string, string> = {
  // fontkit reads fonts in WOFF2 with it, but ours are in TTF and WOFF. Its dictionary takes 1 MB.
  'brotli/decompress.js': 'export default refuse;',
  // pdfkit encrypts with it. Its tables take 1.3 MB.
  '@noble/ciphers/aes': 'export { refuse as cbc, refuse as ecb };',
};
const prefix = '\0unused:';

/** The hooks that this plugin of Vite has. */
interface OmitUnusedPlugin {
  name: string;
  apply: 'build';
  enforce: 'pre';
  resolveId(id: string): string | undefined;
  load(id: string): string | undefined;
}

/** Replaces modules that the server would load and never call, so that they take no memory (docs/decisions/0053). */
export function omitUnused(): OmitUnusedPlugin {
  return {
    name: 'omit-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id in unused ? prefix + id : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length);
      return `function refuse() { throw new Error('The bundle has no ${name}.'); }\n${unused[name]}`;
    },
  };
}
