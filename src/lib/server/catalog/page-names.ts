import { listPrograms } from './content/index.ts';

/** What texts call a programme apart from its name. */
const shortNames: Record<string, string> = {
  'pm-launchpad-pro': 'Pro',
  'pm-launchpad-core': 'Core',
  'career-accelerator-program-learning-only': 'Learning Only',
  'embark-pro': 'Embark',
};

/** Returns the paths of the pages that texts name, by their names. */
export const listPageNames = (): ReadonlyMap<string, string> =>
  new Map([
    ['Moonshot', '/moonshot/'],
    ['refund policy', '/refund-policy/'],
    ['contact page', '/contact/'],
    ['reviews', '/reviews/'],
    ['alumni', '/alumni/'],
    ...listPrograms().flatMap(({ slug, name }) =>
      [name, shortNames[slug] ?? name].map((one) => [one, `/programs/${slug}/`] as const),
    ),
  ]);
