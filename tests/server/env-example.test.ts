import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The names of settings in the code, quoted or as a property of `env`. */
const inCode = ['config.ts', 'limits.ts', 'mail-settings.ts', 'sms-settings.ts', 'telemetry/settings.ts']
  .map((path) => readFileSync(`src/lib/server/${path}`, 'utf8'))
  .flatMap((source) => [...source.matchAll(/(?:env\.|')([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?![A-Za-z0-9_])/g)])
  .map(([, name]) => String(name))
  .filter((name) => name !== 'EEXIST');
const inExample = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
  ([, name]) => String(name),
);

test('.env.example lists all settings that the code reads, and no others', () => {
  const browser = inExample.filter((name) => name.startsWith('PUBLIC_'));
  expect(inExample.toSorted()).toEqual([...new Set([...inCode, ...browser])].toSorted());
});
