import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { cohortLabels, cohortRangeLabels, cohortStepLabels } from '#lib/domain/staff/reports/cohorts.ts';
import { reportName } from './report-fields.ts';

/** People who began in the same week, and how many of them reached a step after how many weeks. */

export const cohortReportQuery = z.object({
  cohort: z.optional(z.enum(keysOf(cohortLabels), { error: 'Unknown cohort' })),
  /** A step that comes after the beginning; by default the first of them. */
  step: z.optional(z.enum(keysOf(cohortStepLabels), { error: 'Unknown step' })),
  /** How many weeks are listed, this one included. */
  range: z.optional(z.enum(keysOf(cohortRangeLabels), { error: '12, 26 or 52 weeks' })),
  firstSource: reportName,
});
export type CohortReportQuery = z.output<typeof cohortReportQuery>;

const cohort = z.object({
  /** Its Monday. */
  week: z.iso.date(),
  people: z.number(),
  /** How many reached the step within each number of weeks; null until everybody has had that time. */
  reached: z.array(z.nullable(z.number())),
});
export type CohortWeek = z.output<typeof cohort>;

export const cohortReport = z.object({
  cohort: z.enum(keysOf(cohortLabels)),
  step: z.enum(keysOf(cohortStepLabels)),
  range: z.enum(keysOf(cohortRangeLabels)),
  /** The numbers of weeks of `reached`. */
  columns: z.array(z.number()),
  /** The newest week first, also weeks without anybody. */
  cohorts: z.array(cohort),
  /** The weeks whose time is over, together, for each number of weeks. */
  total: z.array(z.object({ people: z.number(), reached: z.number() })),
  /** The first week with people; null without any. */
  since: z.nullable(z.iso.date()),
  /** The sources that people came from, those with most people first. */
  sources: z.array(z.string()),
});
export type CohortReport = z.output<typeof cohortReport>;

export const cohortRoutes = {
  'GET /api/v1/staff/reports/cohorts/': endpoint({
    row: 'TRACK-01',
    summary: 'Count by week of sign-up or first visit how many people reached a step after how many weeks',
    access: 'staff',
    query: cohortReportQuery,
    response: cohortReport,
  }),
};
