import { expect, test } from 'vitest';
import { omitUnused } from '../../scripts/omit-unused.ts';

const { resolveId, load } = omitUnused();
const run = async (name: string): Promise<Record<string, () => void>> => {
  const code = load(resolveId(name) ?? '') ?? '';
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
};

test('a module that nothing calls becomes functions that say so, with the names that its package imports', async () => {
  const decoder = await run('brotli/decompress.js');
  expect(decoder.default).toThrow('The bundle has no brotli/decompress.js.');
  const ciphers = await run('@noble/ciphers/aes');
  expect(ciphers.cbc).toThrow('The bundle has no @noble/ciphers/aes.');
  expect(ciphers.ecb).toThrow('The bundle has no @noble/ciphers/aes.');
});

test('any other module is what it is', () => {
  expect(resolveId('@noble/hashes/utils')).toBeUndefined();
  expect(load('/node_modules/pdfkit/js/pdfkit.node.mjs')).toBeUndefined();
});
