import { dayText } from '#lib/domain/core/time-text.ts';
import { minForShare, phoneSource } from './hiring-funnel.ts';

/** The way from a visit to a result, and how the report counts it. `server/staff/reports/roll-up/` has the rules as SQL. */

/** Steps of visits: of those whose visitors agreed to analytics. */
export const visitStepLabels = {
  visits: 'Visits',
  openedSignIn: 'Opened sign-in',
  verifiedOtp: 'Verified a code',
  signedIn: 'Signed in',
} as const;
export type VisitStep = keyof typeof visitStepLabels;

/** What conversions led to. */
export const resultLabels = {
  leads: 'New leads',
  seats: 'Seats reserved',
  enrolled: 'Enrolled',
  applications: 'Applications started',
  sent: 'Sent',
  offered: 'Offer',
  joined: 'Joined',
} as const;
export type ResultStep = keyof typeof resultLabels;

/** The step of which a result is a share. */
export const resultWholes: Partial<Record<ResultStep, ResultStep>> = {
  enrolled: 'seats',
  sent: 'applications',
  offered: 'sent',
  joined: 'offered',
};

export const visitBreakdownLabels = {
  FIRST_SOURCE: 'First source',
  SESSION_SOURCE: 'Source of the visit',
  FIRST_CAMPAIGN: 'First campaign',
  SESSION_CAMPAIGN: 'Campaign of the visit',
  PROGRAM: 'Programme',
  DEVICE: 'Device',
  WEEK: 'Week',
} as const;
export type VisitBreakdown = keyof typeof visitBreakdownLabels;

/** A visit without a campaign and without a link from another site. */
export const directSource = 'Direct';
/** A conversion of a browser that stored nothing. */
export const unknownSource = 'Unknown';

export const deviceLabels = {
  PHONE: 'Phone',
  TABLET: 'Tablet',
  COMPUTER: 'Computer',
  OTHER: 'Other',
} as const;

/** The name of the group without a value. */
export const emptyGroupLabels: Record<VisitBreakdown, string> = {
  FIRST_SOURCE: directSource,
  SESSION_SOURCE: directSource,
  FIRST_CAMPAIGN: 'No campaign',
  SESSION_CAMPAIGN: 'No campaign',
  PROGRAM: 'No programme',
  DEVICE: 'Not known',
  WEEK: 'Not known',
};

/** How much of what happened the numbers of a period contain. */
export interface Completeness {
  /** The first day with visits; null if there is none. */
  visitsSince: string | null;
  conversionsSince: string | null;
  /** The lowest share of visits that was stored; null without visits. */
  samplePercent: number | null;
  /** Sign-ups that visits have, scaled, and those that happened. */
  signUpsOfVisits: number;
  signUps: number;
  conversions: number;
  /** Conversions whose browser stored no visit. */
  unknownConversions: number;
}

/** Says how complete the numbers are: consent, sampling, and since when. */
export function completenessSentences(one: Completeness): string[] {
  if (one.visitsSince === null && one.conversionsSince === null)
    return [
      'Nothing is counted yet. Visits are counted every ten minutes, and only with the visitor’s consent.',
    ];
  return [visitSentence(one), sampleSentence(one), sourceSentence(one)].filter((sentence) => sentence !== '');
}

function visitSentence({ visitsSince, signUps, signUpsOfVisits }: Completeness): string {
  if (visitsSince === null)
    return 'No visit is counted yet. Visits are counted only with the visitor’s consent.';
  const since = `Visits are counted since ${dayText(visitsSince)}, and only with the visitor’s consent.`;
  if (signUps < minForShare) return `${since} How many others there were is not known.`;
  const seen = Math.min(100, Math.round((signUpsOfVisits / signUps) * 100));
  return `${since} They contain ${seen}% of the sign-ups of this period, so about as many of all visits.`;
}

const sampleSentence = ({ samplePercent }: Completeness): string =>
  samplePercent === null || samplePercent === 100
    ? ''
    : `At least ${samplePercent}% of the visits with consent were stored, so numbers of visits are estimates.`;

function sourceSentence({ conversionsSince, conversions, unknownConversions }: Completeness): string {
  if (conversionsSince === null) return 'No conversion is counted yet.';
  const since = `Conversions are all accepted requests since ${dayText(conversionsSince)}, with or without consent`;
  const known = conversions - unknownConversions;
  return conversions === 0 ? `${since}.` : `${since}; ${known} of ${conversions} have a known source.`;
}

/** The rules of the report in the words of the page. */
export const visitRules = [
  'A visit ends with its tab, after 30 minutes without anything, or with a log-out. It counts on the day on which it began.',
  'Opened sign-in, Verified a code, Signed in: the visit did this at least once. The share is that of all visits.',
  'A conversion is an accepted request. It counts on its day, once, also for people who did not agree to analytics. A sign-up counts when its number is verified.',
  'Visits cannot be joined with conversions, because they lead to nobody. So a conversion is not a share of the visits.',
  'New leads: conversions that were the first of a person, by phone number and email.',
  'Enrolled: reserved seats of the period that were confirmed until today. Sent, Offer, Joined: applications that were started in the period and came that far until today. Each has the source of its own request.',
  'First source and first campaign: the first visit of the browser, in the last year. Source and campaign of the visit: the latest campaign of the session in which the request was made.',
  `A source is the campaign of the link, or else the site that linked to us. “${directSource}” is a visit without either. “${phoneSource}” is an application that staff made for a candidate on the phone. “${unknownSource}” is a browser that stored nothing.`,
  'Programme: a visit counts in every programme whose pages it saw. A conversion counts in the programme that it asked for. Applications belong to Moonshot.',
  'People who deleted their account are not counted any more, unless their request is older than two years.',
  `With fewer than ${minForShare} there are no shares.`,
  'Days and weeks are those of India. A week begins on Monday. Numbers are counted every ten minutes.',
] as const;
