import type { Stage, TrainingMode } from '../jobs/job.ts';
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

const byPhone = /\b(by|on the|over the) phone\b/i;

/**
 * Returns why interviews of the stage are not held like this, or null. A stage whose title promises a phone call has no
 * other interviews. A null stage stands for every interview of the job.
 */
export function interviewModeProblem(
  interviews: readonly Stage[],
  stageKey: string | null,
  mode: InterviewMode,
): string | null {
  if (mode === 'PHONE') return null;
  const stage = interviews.find(
    ({ key, title }) => (stageKey === null || key === stageKey) && byPhone.test(title),
  );
  return stage
    ? `“${stage.title}” takes place by phone. Choose a phone call, or plan another interview.`
    : null;
}

export const linkMissing = 'Please enter the link to join';
export const placeMissing = 'Please enter the address';
