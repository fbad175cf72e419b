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

/**
 * What the catalogue presents: the programmes of USER-08, and interview preparation, which has no batches to be enrolled in. [APP-14]
 */
export const catalogTypes = [...programTypes, 'INTERVIEW_PREPARATION'] as const;
export type CatalogType = (typeof catalogTypes)[number];
