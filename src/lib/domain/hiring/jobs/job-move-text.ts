import { formatList } from '#lib/domain/core/format-list.ts';
import type { JobAction } from './job-flow.ts';

/** What a change of a job's status would do, as numbers. */
export interface JobMoveEffects {
  action: JobAction;
  /** Drafts that end with the job or come back with it. */
  drafts: number;
  /** Applications that stay under way, by status. */
  applications: readonly { label: string; count: number }[];
  interviews: number;
  trainings: number;
}

/** Formats the effects as sentences: `4 drafts end. Their candidates cannot send them any more.` */
export function formatMoveEffects({
  action,
  drafts,
  applications,
  interviews,
  trainings,
}: JobMoveEffects): string[] {
  const total = applications.reduce((sum, { count }) => sum + count, 0);
  const states = applications.map(({ label, count }) => `${label} (${count})`);
  const booked = [
    ...(interviews ? [many(interviews, 'interview')] : []),
    ...(trainings ? [many(trainings, 'training')] : []),
  ];
  return [
    action === 'REOPEN' ? formatReopened(drafts) : formatEnded(drafts),
    total
      ? `${many(total, 'application')} ${total === 1 ? 'stays' : 'stay'} under way: ${formatList(states)}.`
      : 'No application is under way.',
    ...(booked.length ? [`Still booked: ${formatList(booked)}.`] : []),
  ];
}

const formatEnded = (drafts: number) =>
  drafts
    ? `${many(drafts, 'draft')} ${drafts === 1 ? 'ends' : 'end'}. Nobody can send an application any more.`
    : 'Nobody can send an application any more.';

const formatReopened = (drafts: number) =>
  drafts
    ? `${many(drafts, 'draft')} that ended with the job ${drafts === 1 ? 'comes' : 'come'} back, with the days that were left.`
    : 'No draft comes back.';

const many = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;
