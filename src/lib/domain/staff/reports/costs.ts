import { minForShare } from './hiring-funnel.ts';

/** What people cost, by source and campaign. */

export const costBreakdownLabels = { SOURCE: 'Source', CAMPAIGN: 'Source and campaign' } as const;

/** Which visit of a person spend is compared with. */
export const costTouchLabels = { FIRST: 'First visit', SESSION: 'Visit of the request' } as const;

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const paise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Formats paise as whole rupees, `₹1,25,000`, and amounts of up to ten rupees with their paise. */
export const formatPaise = (amount: number): string =>
  (amount < 1000 && amount % 100 !== 0 ? paise : rupees).format(amount / 100);

/** Formats what one person cost; null where there is no spend or nobody. */
export const costText = (spend: number, people: number): string | null =>
  spend === 0 || people === 0 ? null : formatPaise(Math.round(spend / people));

/** The rules of costs in the words of the page. */
export const costRules = [
  'Spend is what the imported files say for the days of the period, in rupees.',
  'New leads, enrolled seats and hires are those of the report on visits and conversions: requests of the period, and what became of them until today. So the cost of an enrolment and of a hire falls while people are still on their way.',
  'A cost is the spend of a source divided by the people with this source. A person who came by several sources belongs to one of them: to that of the first visit, or to that of the visit of the request, as chosen above.',
  'The row “All” divides all spend by all people, also by those of sources without spend.',
  'Sources and campaigns are compared without case. Spend without a campaign is not divided among campaigns.',
  `A cost of fewer than ${minForShare} people is marked “few”: it says more about chance than about the source.`,
  'An import replaces amounts of the same day, source and campaign, or adds to them. A deleted import does not count, and what it had replaced counts again.',
  'Days are those of India.',
] as const;
