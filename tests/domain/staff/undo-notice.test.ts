import { expect, it } from 'vitest';
import { formatNotice } from '#lib/domain/staff/undo.ts';

it.each([
  [['Meera Nair'], 1, 0, 'Meera Nair will be notified unless you undo it.'],
  [
    ['Meera Nair', 'Asha Rao'],
    2,
    1,
    'Meera Nair and Asha Rao will be notified unless you undo it. The earlier message is replaced.',
  ],
  [
    ['Meera Nair'],
    3,
    3,
    'Meera Nair and 2 others will be notified unless you undo it. 3 earlier messages are replaced.',
  ],
  [[], 0, 1, 'Nobody will be notified. The earlier message is not sent.'],
  [[], 0, 0, 'Nobody is notified.'],
])(
  '[API-42] the bar with Undo says who is notified, and what is replaced: %s, %i, %i',
  (names, people, replaced, text) => {
    expect(formatNotice(names, people, replaced)).toBe(text);
  },
);
