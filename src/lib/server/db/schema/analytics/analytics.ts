import type { Generated } from 'kysely';
import type { ConversionKind } from '#lib/domain/core/attribution.ts';
import type { Cohort, CohortStep } from '#lib/domain/staff/reports/cohorts.ts';
import type { Json, Timestamp } from '../columns.ts';

/** A visit of a browser that allowed analytics. Nothing in it leads to a person. */
export interface AnalyticsVisitTable {
  /** Random, made by the browser for this visit alone. */
  id: string;
  /** The day of the first event in India. */
  day: string;
  startedAt: Timestamp;
  device: 'PHONE' | 'TABLET' | 'COMPUTER' | 'OTHER';
  landingPage: string;
  referrerHost: string | null;
  firstSource: string | null;
  firstMedium: string | null;
  firstCampaign: string | null;
  sessionSource: string | null;
  sessionMedium: string | null;
  sessionCampaign: string | null;
  /** The share of visits that was stored at that time: 25 means that this visit stands for four. */
  samplePercent: number;
}

/** An event of the catalogue; properties are in camelCase. */
export interface AnalyticsEventTable {
  visitId: string;
  /** Its place in the visit, from 1. */
  number: number;
  day: string;
  at: Timestamp;
  name: string;
  page: string;
  /** The slug of the programme that the page is about. */
  program: string | null;
  properties: Json<object>;
}

/** How many stored visits of a day had a property and reached a step; made from the two tables above. */
export interface AnalyticsDayTable {
  day: string;
  samplePercent: number;
  device: AnalyticsVisitTable['device'];
  firstSource: string | null;
  firstCampaign: string | null;
  sessionSource: string | null;
  sessionCampaign: string | null;
  visits: number;
  openedSignIn: number;
  verifiedOtp: number;
  signedIn: number;
  /** Visits whose person signed up, so that they can be compared with the sign-ups of `conversion`. */
  signedUp: Generated<number>;
}

/** The same by programme. A visit counts in every programme whose pages it saw. */
export interface AnalyticsProgramDayTable extends Omit<AnalyticsDayTable, 'signedUp'> {
  program: string;
}

/** Conversions of a day in India, and what became of them until now. */
export interface ConversionDayTable {
  day: string;
  kind: ConversionKind;
  program: string | null;
  device: AnalyticsVisitTable['device'] | null;
  firstSource: string;
  firstCampaign: string | null;
  sessionSource: string;
  sessionCampaign: string | null;
  conversions: number;
  /** Those that were the first conversion of a lead. */
  leads: number;
  /** Enrolments that were confirmed. */
  enrolled: number;
  /** Applications that were sent, got an offer, and led to a first day at work. */
  sent: number;
  offered: number;
  joined: number;
}

/** How many people of a week reached a step in which week after their first one. The step `ALL` has all of them. */
export interface CohortWeekTable {
  cohort: Cohort;
  /** Its Monday. */
  week: string;
  firstSource: string;
  step: CohortStep | 'ALL';
  weeks: number;
  people: number;
}

/** A person of a cohort, and how many weeks after their first one they reached each step. */
export interface CohortMemberTable {
  /** The account, or the browser of somebody without one. */
  person: string;
  cohort: Cohort;
  week: string;
  firstSource: string;
  request: number | null;
  signUp: number | null;
  application: number | null;
  enrolment: number | null;
  offer: number | null;
  joined: number | null;
}

/** A person whose rows of `cohort_member` have to be made again; without account and browser it means everybody. */
export interface CohortChangeTable {
  userId: string | null;
  anonymousId: string | null;
}

/** A day whose numbers have to be counted again. Triggers add rows, the roll-up deletes them. */
export interface ReportChangeTable {
  report: 'VISITS' | 'CONVERSIONS' | 'COHORTS';
  day: string;
}

export interface AnalyticsTables {
  analyticsDay: AnalyticsDayTable;
  analyticsProgramDay: AnalyticsProgramDayTable;
  conversionDay: ConversionDayTable;
  cohortWeek: CohortWeekTable;
  cohortMember: CohortMemberTable;
  cohortChange: CohortChangeTable;
  reportChange: ReportChangeTable;
  analyticsVisit: AnalyticsVisitTable;
  analyticsEvent: AnalyticsEventTable;
}
