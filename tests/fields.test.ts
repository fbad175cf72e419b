import { expect, it } from 'vitest';
import { fieldError } from '../src/lib/contract/fields.ts';
import { file } from '../src/lib/contract/media-fields.ts';

it.each([
  ['nothing', undefined],
  ['null', null],
  ['its name', 'cv.pdf'],
  ['a list of none', []],
  ['a file without content, as a browser sends for an empty field', new File([], '')],
])('[FORM-12] a media upload requires a file: %s is none', (_, value) => {
  expect(fieldError(file, value)).toBe('Please choose a file');
});

it('[FORM-12] a file is one', () => {
  expect(fieldError(file, new File(['%PDF-'], 'cv.pdf'))).toBeNull();
});
