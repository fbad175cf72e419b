interface CompletenessInput {
  owner: { avatar: unknown };
  headline: string;
  about: string;
  location: string;
  skills: readonly unknown[];
  links: readonly unknown[];
  projects: readonly { outcome: string; visible: boolean }[];
  experience: readonly unknown[];
  education: readonly unknown[];
}

interface CompletenessRule {
  /** The section of the editor. */
  key: string;
  /** The suggestion that is shown while the rule is not met. */
  label: string;
  /** Percent of 100. */
  weight: number;
  isMet: (portfolio: CompletenessInput) => boolean;
}

/** The most useful first: employers read projects before they read about a person. */
const rules: readonly CompletenessRule[] = [
  {
    key: 'projects',
    label: 'Add a project that shows your work',
    weight: 20,
    isMet: ({ projects }) => projects.some(({ visible }) => visible),
  },
  {
    key: 'headline',
    label: 'Write in one line what you do',
    weight: 15,
    isMet: ({ headline }) => headline !== '',
  },
  {
    key: 'about',
    label: 'Write a few sentences about yourself',
    weight: 15,
    isMet: ({ about }) => about !== '',
  },
  {
    key: 'experience',
    label: 'Add a job or an internship',
    weight: 10,
    isMet: ({ experience }) => experience.length > 0,
  },
  {
    key: 'skills',
    label: 'List at least three skills',
    weight: 10,
    isMet: ({ skills }) => skills.length >= 3,
  },
  {
    key: 'links',
    label: 'Add a link, LinkedIn for example',
    weight: 10,
    isMet: ({ links }) => links.length > 0,
  },
  {
    key: 'avatar',
    label: 'Add a photo of yourself',
    weight: 5,
    isMet: ({ owner }) => owner.avatar !== null,
  },
  {
    key: 'education',
    label: 'Add a school or college',
    weight: 5,
    isMet: ({ education }) => education.length > 0,
  },
  {
    key: 'outcome',
    label: 'Add the result of a project',
    weight: 5,
    isMet: ({ projects }) => projects.some(({ outcome }) => outcome !== ''),
  },
  { key: 'location', label: 'Add your city', weight: 5, isMet: ({ location }) => location !== '' },
];

/** Returns how complete a portfolio is, and what to add next, the most useful first. */
export function calculateCompleteness(portfolio: CompletenessInput): {
  percent: number;
  missing: { key: string; label: string }[];
} {
  const missing = rules.filter(({ isMet: isThere }) => !isThere(portfolio));
  const percent = 100 - missing.reduce((sum, { weight }) => sum + weight, 0);
  return { percent, missing: missing.map(({ key, label }) => ({ key, label })) };
}
