import type { InterviewMode } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { TrainingMode } from '#lib/domain/hiring/jobs/job.ts';

export const trainingModeLabels: Record<TrainingMode, string> = {
  ONLINE: 'Online',
  IN_PERSON: 'In person',
  HYBRID: 'Partly online',
};

export const interviewModeLabels: Record<InterviewMode, string> = {
  VIDEO: 'Video',
  PHONE: 'Phone',
  IN_PERSON: 'In person',
};
