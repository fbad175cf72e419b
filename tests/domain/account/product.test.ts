import { expect, test } from 'vitest';
import { productOfPath } from '#lib/domain/account/profiles.ts';

test.each([
  ['/programs/', 'cap'],
  ['/programs/embark-pro/', 'cap'],
  ['/coaches/', 'cap'],
  ['/alumni/', 'cap'],
  ['/reviews/?program=embark-pro', 'cap'],
  ['/callback/', 'cap'],
  ['/', 'moonshot'],
  ['/moonshot/jobs/', 'moonshot'],
  ['/account/portfolio/', 'moonshot'],
] as const)('[AUTH-25] %s signs people up for %s', (path, product) => {
  expect(productOfPath(path)).toBe(product);
});
