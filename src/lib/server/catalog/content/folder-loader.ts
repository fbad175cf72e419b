import { readdirSync, readFileSync } from 'node:fs';
import type { Loader } from 'astro/loaders';
import { glob } from 'astro/loaders';
import { requireValid } from './explain.ts';
import { parseYaml } from './parse-yaml.ts';
import { type Folder, schemas } from './schemas/index.ts';

/**
 * Returns Astro's file loader with our error messages instead of "failed to parse" and "data does not match collection schema".
 * One message lists all mistakes of a file.
 */
export function folderLoader(folder: Folder, ending: '.yaml' | '.md' = '.yaml'): Loader {
  const base = `src/content/${folder}`;
  const loader = glob({ pattern: `*${ending}`, base: `./${base}` });
  return {
    ...loader,
    load: async (context) => {
      if (ending === '.yaml') requireReadable(new URL(`${base}/`, context.config.root), base);
      await loader.load({
        ...context,
        parseData: (entry) => {
          requireValid(`${base}/${entry.id}${ending}`, schemas[folder], entry.data);
          return context.parseData(entry);
        },
      });
    },
  };
}

function requireReadable(folder: URL, base: string): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.yaml')))
    parseYaml(`${base}/${name}`, readFileSync(new URL(name, folder), 'utf8'));
}
