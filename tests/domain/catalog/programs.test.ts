import { expect, it } from 'vitest';
import { programTypeLabels, programTypes } from '#lib/domain/catalog/programs.ts';
import { industries } from '#lib/domain/core/industries.ts';

it('[USER-08] there are eight programme types with different names', () => {
  expect(programTypes).toEqual([
    'CAREER_ACCELERATOR_PROGRAM',
    'CAREER_ACCELERATOR_PROGRAM_LEARNING_ONLY',
    'PM_LAUNCHPAD_CORE',
    'PM_LAUNCHPAD_PRO',
    'EMBARK_PRO',
    'BOOTCAMP_NON_CODING',
    'ASSOCIATE_FINANCE_ACCOUNTING_OPERATIONS',
    'ASSOCIATE_VOICE_SUPPORT',
  ]);
  expect(new Set(Object.values(programTypeLabels)).size).toBe(8);
});

it('[USER-09] there are 21 different industries, the specified ones first and Other last', () => {
  expect(industries).toHaveLength(21);
  expect(new Set(industries).size).toBe(21);
  expect(industries.slice(0, 11)).toEqual([
    'Automotive & Aerospace',
    'B2B Services',
    'Deeptech',
    'Social & Dating',
    'E-Commerce',
    'Education',
    'Finance',
    'Healthcare',
    'Legal',
    'Real Estate',
    'Software As A Service',
  ]);
  expect(industries.at(-1)).toBe('Other');
});
