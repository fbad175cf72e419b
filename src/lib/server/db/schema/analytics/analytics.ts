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
}

export interface AnalyticsTables {
  analyticsDay: AnalyticsDayTable;
  analyticsVisit: AnalyticsVisitTable;
  analyticsEvent: AnalyticsEventTable;
}
