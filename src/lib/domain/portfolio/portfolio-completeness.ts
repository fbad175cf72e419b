/** What a portfolio has of what makes a reader stay. */
interface Filled {
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

interface Part {
  /** Names the part of the editor. */
  key: string;
  /** What to do, while it is missing. */
  label: string;
  /** Of 100. */
  weight: number;
  isThere: (portfolio: Filled) => boolean;
}

/** The most useful first: employers read what somebody has made before they read about them. */
const parts: readonly Part[] = [
  {
    key: 'projects',
    label: 'Add a project that shows your work',
    weight: 20,
    isThere: ({ projects }) => projects.some(({ visible }) => visible),
  },
  {
    key: 'headline',
    label: 'Say in one line what you do',
    weight: 15,
    isThere: ({ headline }) => headline !== '',
  },
  {
    key: 'about',
    label: 'Tell your story in a few sentences',
    weight: 15,
    isThere: ({ about }) => about !== '',
  },
  {
    key: 'experience',
    label: 'Add a job or an internship',
    weight: 10,
    isThere: ({ experience }) => experience.length > 0,
  },
  {
    key: 'skills',
    label: 'List at least three skills',
    weight: 10,
    isThere: ({ skills }) => skills.length >= 3,
  },
  {
    key: 'links',
    label: 'Add a link, LinkedIn for example',
    weight: 10,
    isThere: ({ links }) => links.length > 0,
  },
  {
    key: 'avatar',
    label: 'Add a photo of yourself',
    weight: 5,
    isThere: ({ owner }) => owner.avatar !== null,
  },
  {
    key: 'education',
    label: 'Add a school or college',
    weight: 5,
    isThere: ({ education }) => education.length > 0,
  },
  {
    key: 'outcome',
    label: 'Say what came of a project',
    weight: 5,
    isThere: ({ projects }) => projects.some(({ outcome }) => outcome !== ''),
  },
  { key: 'location', label: 'Say where you are', weight: 5, isThere: ({ location }) => location !== '' },
];

/** How much of a portfolio is there, and what to add next, the most useful first. */
export function completenessOf(portfolio: Filled): {
  percent: number;
  missing: { key: string; label: string }[];
} {
  const missing = parts.filter(({ isThere }) => !isThere(portfolio));
  const percent = 100 - missing.reduce((sum, { weight }) => sum + weight, 0);
  return { percent, missing: missing.map(({ key, label }) => ({ key, label })) };
}
