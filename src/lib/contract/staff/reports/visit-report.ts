import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { conversionKinds, deviceKinds } from '#lib/domain/core/attribution.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { visitTableLabels } from '#lib/domain/staff/reports/report-tables.ts';
import { visitBreakdownLabels } from '#lib/domain/staff/reports/visit-funnel.ts';
import { reportName, reportPeriod } from './report-fields.ts';

/** The way from visits to results. Days are those of India. */

export const visitReportQuery = z.object({
  ...reportPeriod,
  /** A name as the report has it, `NONE` for rows without one. */
  firstSource: reportName,
  sessionSource: reportName,
  firstCampaign: reportName,
  sessionCampaign: reportName,
  /** The slug of a programme, or `moonshot`. */
  program: reportName,
  device: z.optional(z.enum(deviceKinds, { error: 'Unknown device' })),
  by: z.optional(z.enum(keysOf(visitBreakdownLabels), { error: 'Unknown breakdown' })),
});
export type VisitReportQuery = z.output<typeof visitReportQuery>;

export const visitReportExportQuery = z.extend(visitReportQuery, {
  table: z.optional(z.enum(keysOf(visitTableLabels))),
});
export type VisitReportExportQuery = z.output<typeof visitReportExportQuery>;

const visitNumbers = {
  /** Visits with consent, scaled by the share that was stored. */
  visits: z.number(),
  openedSignIn: z.number(),
  verifiedOtp: z.number(),
  signedIn: z.number(),
  /** Conversions of the period by kind, also those without consent. Kinds without any are left out. */
  conversions: z.array(z.object({ kind: z.enum(conversionKinds), count: z.number() })),
  /** Conversions that were the first of a lead. */
  leads: z.number(),
  seats: z.number(),
  /** Seats of the period that were confirmed until today. */
  enrolled: z.number(),
  applications: z.number(),
  /** Applications that were started in the period and came this far until today. */
  sent: z.number(),
  offered: z.number(),
  joined: z.number(),
};
const numbers = z.object(visitNumbers);
export type VisitNumbers = z.output<typeof numbers>;

export const visitGroup = z.object({
  /** A name, a slug or the first day of a week; null without one. */
  key: z.nullable(z.string()),
  label: z.string(),
  ...visitNumbers,
});
export type VisitGroup = z.output<typeof visitGroup>;

export const visitReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(keysOf(visitBreakdownLabels)),
  total: numbers,
  /** Every week of the period, also those without any. */
  weeks: z.array(visitGroup),
  /** The ones with most visits first, then those with most conversions; weeks in their order. */
  groups: z.array(visitGroup),
  /** Groups that are not listed. The CSV file has all of them. */
  moreGroups: z.number(),
  completeness: z.object({
    visitsSince: z.nullable(z.iso.date()),
    conversionsSince: z.nullable(z.iso.date()),
    samplePercent: z.nullable(z.number()),
    signUpsOfVisits: z.number(),
    signUps: z.number(),
    conversions: z.number(),
    unknownConversions: z.number(),
  }),
});
export type VisitReport = z.output<typeof visitReport>;

export const visitReportRoutes = {
  'GET /api/v1/staff/reports/visits/': endpoint({
    row: 'TRACK-03',
    summary:
      'Count visits, what they did, conversions by kind and what these led to, by source, device or week',
    access: 'staff',
    query: visitReportQuery,
    response: visitReport,
  }),
};
