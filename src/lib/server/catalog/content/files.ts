import type * as z from 'zod';
import { requireValid } from './explain.ts';
import { parseYaml } from './parse-yaml.ts';
import { type Folder, schemas } from './schemas/index.ts';

/** The text of every file. Vite bundles it, so that the API works without Astro, in tests too. */
const sources: Record<string, string> = import.meta.glob('../../../../content/*/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type YamlFolder = Exclude<Folder, 'legal'>;
type Entry<F extends YamlFolder> = z.output<(typeof schemas)[F]> & { slug: string };

/** The content of all files, each with its file name as `slug`. */
export type Files = { [F in YamlFolder]: Entry<F>[] };

/**
 * Reads and validates every file. Throws a sentence for a mistake, which stops the build or the start of the
 * server.
 */
export const readFiles = (): Files => ({
  programs: readFolder('programs'),
  batches: readFolder('batches'),
  coaches: readFolder('coaches'),
  alumni: readFolder('alumni'),
  reviews: readFolder('reviews'),
  testimonials: readFolder('testimonials'),
  company: readFolder('company'),
  payments: readFolder('payments'),
});

function readFolder<F extends YamlFolder>(folder: F): Entry<F>[] {
  return Object.entries(sources).flatMap(([path, source]) => {
    const [, fileFolder, slug] = /\/content\/([\w-]+)\/([\w-]+)\.yaml$/.exec(path) ?? [];
    return slug && fileFolder === folder ? [{ slug, ...readFile(folder, slug, source) }] : [];
  });
}

function readFile<F extends YamlFolder>(
  folder: F,
  slug: string,
  source: string,
): z.output<(typeof schemas)[F]> {
  const path = `src/content/${folder}/${slug}.yaml`;
  const schema: z.ZodType = schemas[folder];
  const data = parseYaml(path, source);
  requireValid(path, schema, data);
  return schema.parse(data) as z.output<(typeof schemas)[F]>;
}
