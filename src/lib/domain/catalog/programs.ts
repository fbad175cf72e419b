/** Every programme that a person can be in, by its type, with its name (USER-08). The last two belong to an employer. */
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

export type ProgramType = keyof typeof programTypeLabels;
export const programTypes = Object.keys(programTypeLabels) as [ProgramType, ...ProgramType[]];

/** Programmes that have a brochure. [API-51] */
export const brochurePrograms = ['career-accelerator-program', 'embark-pro'] as const;
export type BrochureProgram = (typeof brochurePrograms)[number];

export const isBrochureProgram = (slug: string): slug is BrochureProgram =>
  (brochurePrograms as readonly string[]).includes(slug);
