import { expect, it } from 'vitest';
import { formatDoneAction } from '#lib/domain/staff/done-actions.ts';

it.each([
  ['job.CLOSE', 'Job closed'],
  ['role.REVOKE', 'Role taken away'],
])('[API-42] the bar with Undo says what was done: %s', (action, text) => {
  expect(formatDoneAction(action)).toBe(text);
});
