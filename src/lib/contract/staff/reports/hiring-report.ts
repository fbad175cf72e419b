import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { applicationStatus } from '#lib/contract/hiring/jobs.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { familyLabels } from '#lib/domain/hiring/jobs/job.ts';
import { declineReasons } from '#lib/domain/hiring/offers/offer.ts';
import { breakdownLabels, funnelStepLabels } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { replyOutcomeLabels } from '#lib/domain/staff/reports/reply-times.ts';
import { reminderLabels, reportOutcomeLabels } from '#lib/domain/staff/reports/report-outcomes.ts';
import { reportTableLabels } from '#lib/domain/staff/reports/report-tables.ts';
import { staffPaging } from '../list.ts';
import { reportName, reportPeriod } from './report-fields.ts';
import { appointmentOutcomes, hireTimes, offerOutcomes, replyTimes, retention } from './report-sections.ts';

const reportFilters = {
  /** Days are those of the caller's time zone. */
  ...reportPeriod,
  jobId: z.optional(z.uuid({ error: 'Unknown job' })),
  employerId: z.optional(z.uuid({ error: 'Unknown employer' })),
  family: z.optional(z.enum(keysOf(familyLabels), { error: 'Unknown family' })),
  /** The city of the application or, of one that was sent before there was a choice, a city of its job. */
  city: reportName,
  /** A source as the report names it. */
  firstSource: reportName,
  sessionSource: reportName,
  /** The member of staff, or `NONE`. */
  ownerId: z.optional(z.union([z.uuid(), z.literal('NONE')], { error: 'Unknown staff member' })),
};

export const hiringReportQuery = z.object({
  ...reportFilters,
  by: z.optional(z.enum(keysOf(breakdownLabels), { error: 'Unknown breakdown' })),
});
export type HiringReportQuery = z.output<typeof hiringReportQuery>;

/** What the address of a CSV file names. */
export const hiringReportExportQuery = z.extend(hiringReportQuery, {
  table: z.optional(z.enum(keysOf(reportTableLabels))),
});
export type HiringReportExportQuery = z.output<typeof hiringReportExportQuery>;

export const reportApplicationsQuery = z.object({
  ...reportFilters,
  /** Only applications that have reached this step. */
  reached: z.optional(z.enum(keysOf(funnelStepLabels), { error: 'Unknown step' })),
  /** Only applications that are in this status now. */
  status: z.optional(z.enum(keysOf(applicationStatusLabels), { error: 'Unknown status' })),
  reply: z.optional(z.enum(keysOf(replyOutcomeLabels), { error: 'Unknown outcome' })),
  /** Only people with this outcome of an offer, a hire or an appointment, which counts in the period as its section does. */
  outcome: z.optional(z.enum(keysOf(reportOutcomeLabels), { error: 'Unknown outcome' })),
  /** With an outcome of interviews: an interviewer, or `NONE`. */
  interviewerId: z.optional(z.union([z.uuid(), z.literal('NONE')], { error: 'Unknown interviewer' })),
  /** With an outcome of interviews. */
  reminder: z.optional(z.enum(keysOf(reminderLabels), { error: 'Unknown reminder' })),
  /** With `OFFER_DECLINED`: a reason, or `NONE`. */
  declineReason: z.optional(z.enum([...keysOf(declineReasons), 'NONE'], { error: 'Unknown reason' })),
  ...staffPaging,
});
export type ReportApplicationsQuery = z.output<typeof reportApplicationsQuery>;

const stepCount = z.object({
  step: z.enum(keysOf(funnelStepLabels)),
  /** Applications that have reached the step. */
  reached: z.number(),
  /** Applications that have reached the step before it and whose job has this step. */
  possible: z.number(),
});

const group = z.object({
  /** An id, a source or the first day of a week; null without one. */
  key: z.nullable(z.string()),
  label: z.string(),
  steps: z.array(stepCount),
});
export type ReportGroup = z.output<typeof group>;

export const hiringReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  /** Of all applications that were sent in the period. */
  steps: z.array(stepCount),
  /** Where these applications are now. */
  now: z.array(z.object({ status: applicationStatus, label: z.string(), count: z.number() })),
  /** By the week in which they were sent, also weeks without any. */
  weeks: z.array(group),
  by: z.enum(keysOf(breakdownLabels)),
  /** The largest first, except weeks. */
  groups: z.array(group),
  /** Groups that are not listed. The CSV file has all of them. */
  moreGroups: z.number(),
  replies: replyTimes,
  hireTimes,
  interviews: appointmentOutcomes,
  trainings: appointmentOutcomes,
  offers: offerOutcomes,
  retention,
});
export type HiringReport = z.output<typeof hiringReport>;

const reportApplication = z.object({
  id: z.string(),
  number: z.string(),
  candidate: z.string(),
  job: z.string(),
  employer: z.string(),
  status: applicationStatus,
  statusLabel: z.string(),
  submittedAt: instant,
});
export type ReportApplication = z.output<typeof reportApplication>;

export const staffReportRoutes = {
  'GET /api/v1/staff/reports/hiring/': endpoint({
    row: 'API-42',
    summary:
      'Count what became of the applications of a period, with replies, offers, appointments and hires',
    access: 'staff',
    query: hiringReportQuery,
    response: hiringReport,
  }),

  'GET /api/v1/staff/reports/hiring/applications/': endpoint({
    row: 'API-42',
    summary: 'List the applications behind a number of the report, the one that was started last first',
    access: 'staff',
    query: reportApplicationsQuery,
    response: listOfRows(reportApplication),
  }),
};
