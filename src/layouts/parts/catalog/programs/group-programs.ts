import type { ProgramType } from '#lib/domain/catalog/programs.ts';
import type { Program } from '#lib/server/catalog/content/index.ts';

interface ProgramGroup {
  title: string;
  text: string;
  types: readonly ProgramType[];
}

const groups: readonly ProgramGroup[] = [
  {
    title: 'Change what you do',
    text: 'For people at work who want another role, at the level that they have earned.',
    types: ['CAREER_ACCELERATOR_PROGRAM', 'CAREER_ACCELERATOR_PROGRAM_LEARNING_ONLY'],
  },
  {
    title: 'Become a product manager',
    text: 'Learn the craft on real briefs, with people who ship.',
    types: ['PM_LAUNCHPAD_CORE', 'PM_LAUNCHPAD_PRO'],
  },
  {
    title: 'Get hired',
    text: 'For interviews that are near, and for first jobs outside of code.',
    types: ['EMBARK_PRO', 'BOOTCAMP_NON_CODING'],
  },
  {
    title: 'Train for an employer',
    text: 'The employer pays, teaches with us, and hires from the class.',
    types: ['ASSOCIATE_FINANCE_ACCOUNTING_OPERATIONS', 'ASSOCIATE_VOICE_SUPPORT'],
  },
];

/** Groups the programmes by a person's goal. Every programme is in one group. */
export function groupPrograms(programs: readonly Program[]) {
  return groups
    .map(({ types, ...group }) => ({
      ...group,
      programs: programs.filter((program) => types.includes(program.type)),
    }))
    .filter(({ programs }) => programs.length > 0);
}
