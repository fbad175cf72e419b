import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const keyAccountsJobs: DemoJob[] = [
  {
    slug: 'key-accounts-manager-associate-cl13',
    code: 'BQC-KAM-13',
    title: 'Associate key accounts manager, restaurants',
    family: 'KEY_ACCOUNTS',
    level: 'CL13',
    employer: 'boliqo',
    cities: ['mumbai', 'hyderabad'],
    workMode: 'HYBRID',
    shift: 'Tuesday to Saturday, 11:00 am – 8:00 pm IST',
    openings: 14,
    salary: [380_000, 460_000],
    summary: 'Be the person that 60 restaurants call: menus, offers, pay-outs and what to try next month.',
    description: `A delivery platform gives each restaurant a face and a phone number. For sixty of them it will be yours.

Half of the week you visit (in the morning, before they cook), half of it you read numbers: which dish is sent back, which offer lost money, why Thursday was slow.

## First six months
Months 1–2 with a senior manager on every visit. Month 3: twenty restaurants of your own. Month 6: all sixty, and your first quarterly plan with an owner.`,
    responsibilities: [
      'Visit each restaurant once a month and call it once a fortnight',
      'Settle pay-out questions within two working days',
      'Suggest menu, photo and price changes from the data',
      'Notice who is about to leave, and why',
    ],
    requirements: [
      'Any degree; hotel management or marketing is welcome',
      'Two languages of your city besides English',
      'Reads a chart and tells it in two sentences',
      'Two-wheeler licence',
    ],
    benefits: [
      'Fuel and phone allowance',
      'Food vouchers of ₹2,500 a month',
      'Health and accident cover',
      'Quarterly incentive',
    ],
    eligibility: [
      rule('graduation', 'Degree', 'Any degree, finished', { kind: 'QUALIFICATION', atLeast: 'BACHELOR' }),
      rule('licence', 'Licence', 'Two-wheeler driving licence'),
    ],
    training: { required: true, title: 'Knowing a restaurant’s numbers', durationDays: 5, mode: 'HYBRID' },
    stages: stages(
      training('Knowing a restaurant’s numbers, 5 days'),
      interview('Interview with the city lead'),
    ),
    postedDaysAgo: 6,
    applyInDays: 37,
  },
  {
    slug: 'key-accounts-manager-associate-cl12',
    code: 'BQC-KAM-12',
    title: 'Associate key accounts manager, business travel',
    family: 'KEY_ACCOUNTS',
    level: 'CL12',
    employer: 'boliqo',
    cities: ['gurugram', 'mumbai', 'bengaluru'],
    workMode: 'REMOTE',
    shift: 'Monday to Friday, 10:00 am – 7:00 pm IST',
    openings: 4,
    salary: [620_000, 780_000],
    summary: 'Keep and grow twelve companies that book their travel with our client, from renewal to review.',
    description: `Twelve companies, ₹70 crore of travel a year, one manager. You know their travel policy better than their own people do, and you say so before they overspend.

## The year of an account
January: rates and policy. April, July, October: a review with figures that you prepared. November: renewal, which you have been earning since January.

## Remote, but seen
You work from home near one of three cities and are at each client’s office at least once a quarter. The tickets are, of course, arranged.`,
    responsibilities: [
      'Own renewal and growth of twelve accounts',
      'Prepare quarterly reviews: spend, savings, service, carbon',
      'Lead the fix when something fails, and tell the client first',
      'Bring two ideas a year to each client that save it money',
      'Agree targets with the commercial director',
    ],
    requirements: [
      '2 to 4 years in account management or client success',
      'At ease with a finance director, in English',
      'Forecasts and margin calculations of your own',
      'Ready to travel four days a month',
    ],
    benefits: [
      'Variable pay of 20 %',
      'Remote set-up allowance of ₹40,000',
      'Family health cover of ₹7 lakh',
      'Travel benefits',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 24 months in account management', {
        kind: 'EXPERIENCE',
        atLeastMonths: 24,
      }),
      rule('travel', 'Travel', 'Able to travel four days a month'),
    ],
    training: null,
    stages: stages(
      interview('Interview with the commercial director'),
      interview('Presentation: an account plan', 'presentation'),
    ),
    postedDaysAgo: 13,
    applyInDays: 33,
  },
];
