import type { Stage, TrainingMode } from '../jobs/job.ts';
import { type InterviewMode, interviewModeLabels } from './interview-flow.ts';

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

const linkText = 'The link to join opens 15 minutes before, on the page of your application.';

/** Says in a message how the candidate takes part. A link is only on the page, because it opens shortly before. */
export function describePlace({ mode, address }: Pick<Meeting, 'mode' | 'address'>): string {
  if (mode === 'PHONE') return 'The interviewer calls your number.';
  if (mode === 'VIDEO' || mode === 'ONLINE') return linkText;
  const place = address ? `Place: ${address}.` : 'The place is on the page of your application.';
  return mode === 'HYBRID' ? `${place} ${linkText}` : place;
}

const changeTexts = {
  mode: 'another form',
  joinUrl: 'a new link',
  address: 'a new address',
  interviewer: 'another interviewer',
  length: 'another length',
};
/** What can be different in a meeting at the same time. */
export type MeetingChange = keyof typeof changeTexts;

/** Formats what is different as the end of a sentence: `a new link and another interviewer`. */
export const formatMeetingChanges = (changes: readonly MeetingChange[]): string =>
  new Intl.ListFormat('en-IN').format(changes.map((change) => changeTexts[change]));

interface HeldMeeting extends Meeting {
  interviewerId: string | null;
  startsAt: Date;
  endsAt: Date;
}
const lengthOf = ({ startsAt, endsAt }: HeldMeeting) => endsAt.getTime() - startsAt.getTime();

/** Lists what a candidate would notice between two meetings; a link or an address counts only where it is used. */
export const listMeetingChanges = (before: HeldMeeting, after: HeldMeeting): MeetingChange[] => [
  ...(before.mode === after.mode ? [] : (['mode'] as const)),
  ...(byLink.includes(after.mode) && before.joinUrl !== after.joinUrl ? (['joinUrl'] as const) : []),
  ...(byAddress.includes(after.mode) && before.address !== after.address ? (['address'] as const) : []),
  ...(before.interviewerId === after.interviewerId ? [] : (['interviewer'] as const)),
  ...(lengthOf(before) === lengthOf(after) ? [] : (['length'] as const)),
];

/**
 * Returns why interviews of the stage are not held like this, or null. A stage may say how all of its interviews are held. A null
 * stage stands for every interview of the job.
 */
export function interviewModeProblem(
  interviews: readonly Stage[],
  stageKey: string | null,
  mode: InterviewMode,
): string | null {
  const stage = interviews.find(
    (one) => (stageKey === null || one.key === stageKey) && (one.mode ?? mode) !== mode,
  );
  return stage?.mode
    ? `The job says how “${stage.title}” is held: ${interviewModeLabels[stage.mode]}. Choose that, or plan another interview.`
    : null;
}

export const linkMissing = 'Please enter the link to join';
export const placeMissing = 'Please enter the address';
