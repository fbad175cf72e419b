import type * as z from 'zod';
import { requireValid } from './explain.ts';
import { parseYaml } from './parse-yaml.ts';
import { type Folder, schemas } from './schemas/index.ts';

/** The text of every file, put into the bundle by Vite: the API answers from it without Astro, in tests too. */
const sources: Record<string, string> = import.meta.glob('../../../../content/*/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type YamlFolder = Exclude<Folder, 'legal'>;
type Entry<F extends YamlFolder> = z.output<(typeof schemas)[F]> & { slug: string };

/** What all files say, each with its name as `slug`. */
export type Files = { [F in YamlFolder]: Entry<F>[] };

/** Every file, checked one by one. A mistake stops the build, or the start, with a sentence. */
export const readFiles = (): Files => ({
  programs: readFolder('programs'),
  batches: readFolder('batches'),
  coaches: readFolder('coaches'),
  alumni: readFolder('alumni'),
  reviews: readFolder('reviews'),
  testimonials: readFolder('testimonials'),
});

function readFolder<F extends YamlFolder>(folder: F): Entry<F>[] {
  return Object.entries(sources).flatMap(([path, source]) => {
    const [, itsFolder, slug] = /\/content\/([\w-]+)\/([\w-]+)\.yaml$/.exec(path) ?? [];
    return slug && itsFolder === folder ? [{ slug, ...readFile(folder, slug, source) }] : [];
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
