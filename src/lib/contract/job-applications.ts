import * as z from 'zod/mini';
import { call } from './define.ts';
import { allowedAction, applicationStatus, jobCard, stage } from './jobs.ts';
import { listOf, paging } from './list.ts';
import { instant } from './user.ts';

const jobApplication = z.object({
  id: z.string(),
  /** What a person quotes: `MS-26-00817`. */
  number: z.string(),
  job: jobCard,
  status: applicationStatus,
  statusLabel: z.string(),
  /** Key of the stage of the job that the application is in. */
  stageKey: z.string(),
  startedAt: instant,
  /** When it ends if it is still only started. */
  expiresAt: instant,
  submittedAt: z.nullable(instant),
  replyDueAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  /** The ended application that this one follows. */
  previousApplicationId: z.nullable(z.string()),
  /** The job's stages in order. */
  timeline: z.array(z.extend(stage, { state: z.enum(['DONE', 'CURRENT', 'UPCOMING']) })),
  allowedActions: z.array(allowedAction),
});

export type JobApplication = z.output<typeof jobApplication>;

export const jobApplicationCalls = {
  'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': call({
    row: 'API-41',
    summary: 'Start an application; a repeat answers with the open one',
    who: 'verified',
    limits: [{ bucket: 'apply', max: 60, windowSeconds: 600 }],
    answer: z.extend(jobApplication, { isExisting: z.boolean() }),
    errors: ['JOB_CLOSED'],
  }),

  'GET /api/v1/moonshot/job-applications/': call({
    row: 'API-42',
    summary: 'The signed-in person’s applications, newest first',
    who: 'verified',
    query: z.object(paging),
    answer: listOf(jobApplication),
  }),

  'GET /api/v1/moonshot/job-applications/{jobApplicationId}/': call({
    row: 'API-42',
    summary: 'One of the signed-in person’s own applications',
    who: 'verified',
    answer: jobApplication,
  }),
};
