import { expect, test } from 'vitest';
import {
  fillFields,
  findFieldProblem,
  formatGreeting,
  greetingHint,
  sampleValues,
} from '#lib/domain/hiring/applications/message-fields.ts';

test('[API-42] fields are filled, with and without spaces in the braces', () => {
  expect(fillFields('Hi {{firstName}} and {{ firstName }}', sampleValues)).toBe('Hi Meera and Meera');
  expect(findFieldProblem('Hi {{ firstName }}')).toBeNull();
});

test('[API-42] an unknown field and a field without its end are named', () => {
  expect(findFieldProblem('Hi {{phone}}')).toContain('There is no field {{phone}}.');
  expect(findFieldProblem('Hi {{firstName')).toContain('A field begins with {{ and ends with }}');
});

test('[API-42] a long text of braces and spaces is checked in linear time', () => {
  // A pattern that backtracks takes minutes, which the time limit of the test notices.
  for (const text of [`{{${' '.repeat(100_000)}x`, '{{ '.repeat(50_000), '{'.repeat(100_000)])
    expect(findFieldProblem(text)).not.toBeNull();
});

test('[API-42] staff read with which greeting an email begins', () => {
  expect(formatGreeting('Meera')).toBe('Hello Meera,');
  expect(fillFields(greetingHint, sampleValues)).toContain('“Hello Meera,”');
});
