import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctWord } from '#lib/domain/hiring/jobs/spelling.ts';

const vocabulary = ['customer', 'excel', 'excellent', 'invoices', 'night', 'support', 'voice'];

test.each([
  ['excell', 'excel'],
  ['exel', 'excel'],
  ['exl', null],
  ['exal', null],
  ['puen', null],
  ['custmer', 'customer'],
  ['costumer', 'customer'],
  ['vocie', 'voice'],
  ['suport', 'support'],
  ['invioce', 'invoice'],
  ['oice', null],
  ['pune', null],
  ['astronaut', null],
])('[API-41] “%s” is read as %s', (typed, word) => {
  expect(
    correctWord(
      typed,
      vocabulary.filter((one) => one !== 'excellent'),
    ),
  ).toBe(word);
});

test('[API-41] a word with one letter too many is found again', () => {
  fc.assert(
    fc.property(fc.constantFrom('customer', 'invoices', 'support'), fc.nat(6), (word, at) => {
      const typed = `${word.slice(0, at + 1)}q${word.slice(at + 1)}`;
      expect(correctWord(typed, vocabulary)).toBe(word);
    }),
  );
});
