import { expect, test } from 'vitest';
import { productOfPath } from '#lib/domain/account/profiles.ts';

test.each([
  ['/programs/', 'cap'],
  ['/programs/embark-pro/', 'cap'],
  ['/coaches/', 'cap'],
  ['/alumni/', 'cap'],
  ['/reviews/?program=embark-pro', 'cap'],
  ['/callback/', 'cap'],
  ['/account/enrolments/', 'cap'],
  ['/account/enrolments/0190b6f0-0000-7000-8000-000000000000/', 'cap'],
  ['/refund-policy/', 'cap'],
  ['/about/', 'cap'],
  ['/', 'moonshot'],
  ['/account/', 'moonshot'],
  ['/moonshot/jobs/', 'moonshot'],
  ['/account/portfolio/', 'moonshot'],
] as const)('[AUTH-25] %s signs people up for %s', (path, product) => {
  expect(productOfPath(path)).toBe(product);
});
