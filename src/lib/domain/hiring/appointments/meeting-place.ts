import type { TrainingMode } from '../jobs/job.ts';
import type { InterviewMode } from './interview-flow.ts';

/** The mode and the place of an interview or a training. */
export interface Meeting {
  mode: InterviewMode | TrainingMode;
  joinUrl: string | null;
  address: string | null;
}

const byLink: readonly Meeting['mode'][] = ['VIDEO', 'ONLINE', 'HYBRID'];
const byAddress: readonly Meeting['mode'][] = ['IN_PERSON', 'HYBRID'];

/** Candidates are promised a link before the start, so an online meeting must have one. */
export const hasLink = ({ mode, joinUrl }: Meeting): boolean => !byLink.includes(mode) || joinUrl !== null;

export const hasPlace = ({ mode, address }: Meeting): boolean =>
  !byAddress.includes(mode) || address !== null;

export const linkMissing = 'Please enter the link to join';
export const placeMissing = 'Please enter the address';
