import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { readImports } from '../../support/source/imports.ts';
import { expect, test } from '../support/test.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
};

/** `@scope/name/file` → `@scope/name`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const isInstalled = (specifier: string) => {
  const found = lock.packages[`node_modules/${packageOf(specifier)}`];
  return found !== undefined && !found.dev && !found.devOptional;
};

const isPackage = (specifier: string) =>
  /^[@\w]/.test(specifier) && !specifier.startsWith('node:') && !builtinModules.includes(specifier);

/** Returns what the files import, and the files that these import, which Node runs as they are. */
function readReachable(paths: readonly string[]): string[] {
  const open = [...paths];
  const known = new Set(paths);
  const written: string[] = [];
  for (let path = open.pop(); path; path = open.pop())
    for (const one of readImports(path, readFileSync(path, 'utf8'))) {
      if (one.typeOnly) continue;
      written.push(one.written);
      if (!/^src\/.*\.ts$/.test(one.target) || known.has(one.target)) continue;
      known.add(one.target);
      open.push(one.target);
    }
  return written;
}

test('the server and its commands import nothing that `npm install --omit=dev` leaves out', () => {
  const statement =
    /(?:^|[;}])\s*(?:import|export)\s*(?:[\w*{][^'"`;]*?from\s*)?["']([^"'`\s]+)["']|\bimport\(\s*["'`]([^"'`\s]+)["'`]\s*\)/gm;
  const built = globSync('dist/server/**/*.mjs').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(statement)].map(([, named, late]) => String(named ?? late)),
  );
  const unbuilt = readReachable(['server.mjs', ...globSync('src/lib/server/commands/*.ts')]);
  const packages = [...new Set([...built, ...unbuilt].filter(isPackage))];
  expect(packages).toEqual(expect.arrayContaining(['kysely', 'pg', 'react', 'pino', 'sharp']));
  expect(packages.filter((specifier) => !isInstalled(specifier))).toEqual([]);
});
