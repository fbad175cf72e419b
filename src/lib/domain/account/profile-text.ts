import type { ProfileType } from './profiles.ts';

/** The title and explanation of each profile on the account page. [USER-03] */
export const profileTexts: Readonly<Record<ProfileType, { title: string; note: string }>> = {
  CAP_CANDIDATE: {
    title: 'Learner',
    note: 'You signed up on a page about our programmes.',
  },
  EMBARK_CANDIDATE: {
    title: 'Moonshot candidate',
    note: 'You can be hired through Moonshot, our hiring programme.',
  },
  PREPPA_CANDIDATE: {
    title: 'Interview preparation candidate',
    note: 'You prepare for interviews with our experts.',
  },
  PREPPA_EXPERT: {
    title: 'Interview expert',
    note: 'You prepare candidates for their interviews.',
  },
};
