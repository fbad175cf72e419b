import type { ProfileType } from './profiles.ts';

/** The title and explanation of each profile on the account page. [USER-03] */
export const profileTexts: Readonly<Record<ProfileType, { title: string; note: string }>> = {
  CAP_CANDIDATE: {
    title: 'Career accelerator candidate',
    note: 'You signed up for the career accelerator programme.',
  },
  EMBARK_CANDIDATE: {
    title: 'Moonshot candidate',
    note: 'You can be hired through moonshot, our hiring programme.',
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
