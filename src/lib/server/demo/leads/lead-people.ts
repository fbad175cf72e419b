import type { AttemptOutcome, lostReasons } from '#lib/domain/leads/lead-attempt.ts';
import type { LeadStatus } from '#lib/domain/leads/lead-flow.ts';
import type { LeadSource } from '#lib/domain/leads/lead-source.ts';

/** The people of the demo's leads. */

export interface DemoLead {
  name: string;
  city?: string;
  email?: string;
  hasNoPhone?: true;
  sources: readonly LeadSource[];
  program: string;
  message?: string;
  status: LeadStatus;
  /** Hours until it is due; negative when late. */
  dueIn: number;
  calls?: readonly [AttemptOutcome, string | null][];
  reason?: keyof typeof lostReasons;
  campaign?: { utmSource: string; utmMedium: string; utmCampaign: string };
}

const cap = 'career-accelerator-program';
const embark = 'embark-pro';
const ad = { utmSource: 'instagram', utmMedium: 'paid', utmCampaign: 'december-batch' };
const search = { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'pm-course' };

/** People whom nobody has called yet. */
export const newLeads: readonly DemoLead[] = [
  {
    name: 'Kavya Menon',
    city: 'Kochi',
    email: 'kavya.menon@example.com',
    sources: ['BROCHURE', 'CALLBACK'],
    program: cap,
    message: 'Is there an EMI option? Please call after 6.',
    status: 'NEW',
    dueIn: 1,
    campaign: ad,
  },
  {
    name: 'Javed Attar',
    city: 'Pune',
    sources: ['CALLBACK'],
    program: cap,
    message: 'want to know timing',
    status: 'NEW',
    dueIn: -3,
    campaign: search,
  },
  {
    name: 'Divya Rao',
    city: 'Hyderabad',
    email: 'divya.rao@example.com',
    sources: ['CALLBACK'],
    program: embark,
    status: 'NEW',
    dueIn: 3,
  },
  {
    name: '',
    email: 'tarun.m@example.com',
    hasNoPhone: true,
    sources: ['BROCHURE'],
    program: embark,
    status: 'NEW',
    dueIn: 20,
    campaign: ad,
  },
  {
    name: '',
    email: 'placement.cell@example.org',
    hasNoPhone: true,
    sources: ['BROCHURE'],
    program: cap,
    status: 'NEW',
    dueIn: -26,
  },
  {
    name: 'Sneha Kulkarni',
    city: 'Nagpur',
    email: 'sneha.k@example.com',
    sources: ['SIGN_UP'],
    program: cap,
    status: 'NEW',
    dueIn: 40,
  },
  {
    name: 'Harpreet Gill',
    city: 'Ludhiana',
    sources: ['CALLBACK'],
    program: embark,
    message: 'Sister is also interested, two seats?',
    status: 'ASSIGNED',
    dueIn: 2,
    campaign: search,
  },
  {
    name: 'Joseph Fernandes',
    city: 'Panaji',
    email: 'joe.fernandes@example.com',
    sources: ['BROCHURE'],
    program: cap,
    status: 'ASSIGNED',
    dueIn: 5,
  },
];
