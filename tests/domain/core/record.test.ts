import { expect, it } from 'vitest';
import { findOwn } from '#lib/domain/core/record.ts';

it.each(['constructor', 'hasOwnProperty', '__proto__', 'toString', ''])(
  '[C-40] %s of an address names nothing in a table of messages',
  (name) => expect(findOwn({ saved: 'Saved.' }, name)).toBeUndefined(),
);

it('finds the names of the table', () => expect(findOwn({ saved: 'Saved.' }, 'saved')).toBe('Saved.'));
