import { keysOf } from '#lib/domain/core/keys-of.ts';

/** Every programme that a person can be in, and what people call it (USER-08). The last two belong to an employer. */
export const programTypeLabels = {
  CAREER_ACCELERATOR_PROGRAM: 'Career Accelerator',
  CAREER_ACCELERATOR_PROGRAM_LEARNING_ONLY: 'Career Accelerator, learning only',
  PM_LAUNCHPAD_CORE: 'Product Management Launchpad Core',
  PM_LAUNCHPAD_PRO: 'Product Management Launchpad Pro',
  EMBARK_PRO: 'Embark Pro',
  BOOTCAMP_NON_CODING: 'Non-coding Bootcamp',
  ASSOCIATE_FINANCE_ACCOUNTING_OPERATIONS: 'Associate programme: Finance and Accounting Operations',
  ASSOCIATE_VOICE_SUPPORT: 'Associate programme: Voice Support',
} as const;

export const programTypes = keysOf(programTypeLabels);
export type ProgramType = (typeof programTypes)[number];
