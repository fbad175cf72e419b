import { expect, it } from 'vitest';
import { findFileError } from '#lib/domain/media/media.ts';

it.each([
  ['nothing', undefined],
  ['null', null],
  ['its name', 'cv.pdf'],
  ['a list of none', []],
  ['a file without content, as a browser sends for an empty field', new File([], '')],
])('[FORM-12] an upload requires a file, and %s is not one', (_, value) => {
  expect(findFileError(value)).toBe('Please choose a file');
});

it('[FORM-12] a file is accepted', () => {
  expect(findFileError(new File(['%PDF-'], 'cv.pdf', { type: 'application/pdf' }))).toBeNull();
});
