import { expect, it } from 'vitest';
import { formatMoveEffects } from '#lib/domain/hiring/jobs/job-move-text.ts';

const nothing = { drafts: 0, applications: [], interviews: 0, trainings: 0 };

it('[API-41] says with numbers what closing a job ends and what stays', () => {
  const applications = [
    { label: 'Submitted', count: 5 },
    { label: 'In review', count: 3 },
  ];
  expect(
    formatMoveEffects({ action: 'CLOSE', drafts: 4, applications, interviews: 2, trainings: 1 }),
  ).toEqual([
    '4 drafts end. Nobody can send an application any more.',
    '8 applications stay under way: Submitted (5) and In review (3).',
    'Still booked: 2 interviews and 1 training.',
  ]);
  expect(formatMoveEffects({ ...nothing, action: 'FILL' })).toEqual([
    'Nobody can send an application any more.',
    'No application is under way.',
  ]);
});

it('[API-41] says what reopening a job brings back', () => {
  const applications = [{ label: 'Submitted', count: 1 }];
  expect(formatMoveEffects({ ...nothing, action: 'REOPEN', drafts: 1, applications })).toEqual([
    '1 draft that ended with the job comes back, with the days that were left.',
    '1 application stays under way: Submitted (1).',
  ]);
});
