import type { CatalogType } from '#lib/domain/catalog/programs.ts';
import type { Program } from '#lib/server/catalog/content/index.ts';

interface ProgramGroup {
  title: string;
  text: string;
  types: readonly CatalogType[];
}

const groups: readonly ProgramGroup[] = [
  {
    title: 'Get a better job',
    text: 'For people who have worked for two to eight years and want a better role.',
    types: ['CAREER_ACCELERATOR_PROGRAM', 'CAREER_ACCELERATOR_PROGRAM_LEARNING_ONLY'],
  },
  {
    title: 'Become a product manager',
    text: 'Solve real product problems with working product managers.',
    types: ['PM_LAUNCHPAD_CORE', 'PM_LAUNCHPAD_PRO'],
  },
  {
    title: 'Prepare for a job',
    text: 'For a first job, a move to a software company, or an interview soon. No coding.',
    types: ['EMBARK_PRO', 'BOOTCAMP_NON_CODING', 'INTERVIEW_PREPARATION'],
  },
  {
    title: 'Train for an employer',
    text: 'You join through a job on Moonshot. The employer pays.',
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
