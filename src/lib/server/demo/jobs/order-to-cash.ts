import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const orderToCashJobs: DemoJob[] = [
  {
    slug: 'order-to-cash-associate-cl13',
    code: 'SLO-OTC-13',
    title: 'Order to cash associate, cash application',
    family: 'ORDER_TO_CASH',
    level: 'CL13',
    employer: 'sarvalane',
    cities: ['hyderabad'],
    workMode: 'ON_SITE',
    shift: 'Monday to Friday, 7:00 am – 4:00 pm IST',
    openings: 16,
    salary: [285_000, 340_000],
    summary: 'Find out which invoice each incoming payment settles, before the day’s books close.',
    description: `Money arrives with half a sentence of text, or none. Cash application is the detective work that says whose it is and what it pays for.

The early shift serves a maker of hospital supplies in Australia, so you are home by the afternoon.

## A normal day
- 7 am: bank files of the night, some 600 receipts
- 10 am: the automatic match is through; you take what it left, about one in seven
- 2 pm: write to customers whose remittance is missing
- 3:30 pm: unapplied cash below the day’s target, hand over`,
    responsibilities: [
      'Match bank receipts with open invoices',
      'Ask customers for missing remittance advice and follow it up',
      'Book short payments under the right reason code',
      'Report unapplied cash at the end of the shift',
    ],
    requirements: [
      'Any degree with accounts or mathematics as a subject',
      'Quick and accurate with figures: there is a short test',
      'Comfortable with an early start, five days a week',
    ],
    benefits: [
      'Pick-up and drop within 25 km',
      'Breakfast and lunch in the canteen',
      'Health cover from the first day',
    ],
    eligibility: [
      rule('graduation', 'Degree', 'Any degree, finished in 2022 or later', {
        kind: 'QUALIFICATION',
        atLeast: 'BACHELOR',
        graduatedFrom: 2022,
      }),
      rule('shift', 'Shift', 'Ready to start at 7:00 am', { kind: 'SHIFT', anyOf: ['DAY', 'ROTATING'] }),
    ],
    training: { required: true, title: 'Receivables and bank files', durationDays: 8, mode: 'HYBRID' },
    stages: stages(training('Receivables and bank files, 8 days'), interview('Figures test and interview')),
    postedDaysAgo: 5,
    applyInDays: 60,
  },
  {
    slug: 'order-to-cash-associate-cl12',
    code: 'SLO-OTC-12',
    title: 'Order to cash associate, billing and disputes',
    family: 'ORDER_TO_CASH',
    level: 'CL12',
    employer: 'sarvalane',
    cities: ['hyderabad', 'pune'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 2:00 pm – 11:00 pm IST',
    openings: 7,
    salary: [430_000, 510_000],
    summary:
      'Bill service contracts correctly the first time, and settle the disputes when a customer disagrees.',
    description: `You look after the billing of about 120 service contracts of a lift manufacturer: indexation, milestones, credit notes.

## The hard part
A dispute is a puzzle with four owners: sales promised, delivery was late, tax changed, the customer waits. You gather the facts in five working days and propose who gives way.

## The good part
Last year this team took disputes older than 60 days from 340 to 85, and the two people who led that are managers now.`,
    responsibilities: [
      'Set up billing plans from signed contracts',
      'Release the monthly billing run and check its samples',
      'Investigate disputes and propose credit or collection',
      'Keep a log of causes and bring the top three to the monthly review',
    ],
    requirements: [
      '18 months or more in billing, credit or disputes',
      'Able to read a contract clause and say what it costs',
      'Clear written English for customers in Britain and Ireland',
      'Pivot tables without help',
    ],
    benefits: [
      'Hybrid: ten days a month in the office',
      'Evening allowance of ₹4,000 a month',
      'Learning budget of ₹25,000 a year',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 18 months in order to cash', {
        kind: 'EXPERIENCE',
        atLeastMonths: 18,
      }),
      rule('english', 'English', 'Level B2 or above, spoken and written', {
        kind: 'LANGUAGE',
        groups: [{ anyOf: ['en'], atLeast: 'B2' }],
      }),
    ],
    training: null,
    stages: stages(
      interview('Interview with the team lead'),
      interview('Conversation with the client partner', 'client'),
    ),
    postedDaysAgo: 12,
    applyInDays: 2,
  },
  {
    slug: 'order-to-cash-associate-collections-cl12',
    code: 'SLO-OTC-12-COL',
    title: 'Order to cash associate, collections (North America)',
    family: 'ORDER_TO_CASH',
    level: 'CL12',
    employer: 'sarvalane',
    cities: ['noida'],
    workMode: 'ON_SITE',
    shift: 'Monday to Friday, 7:30 pm – 4:30 am IST',
    openings: 11,
    salary: [450_000, 560_000],
    summary: 'Call and write to business customers in the United States and Canada about overdue invoices.',
    description: `Collections between businesses is mostly memory and manners: who promised what, by when, and how to ask again so that they still like to buy.

## Your portfolio
About 140 customers with USD 3 million outstanding. You plan your own calls; the target is on days outstanding, never on calls per hour.

## Night work, honestly
The shift follows US office hours. You get a door-to-door cab, a meal at midnight, a yearly health check, and every third quarter you may ask for a day process.`,
    responsibilities: [
      'Call customers about invoices from 5 days before due to 60 days after',
      'Note every promise to pay and follow it on its day',
      'Agree instalments within your limit, propose larger ones',
      'Warn sales before a credit hold',
    ],
    requirements: [
      '1 year or more in B2B collections or in voice work with US customers',
      'Confident spoken English on the phone',
      'Understanding of ageing reports and payment terms',
    ],
    benefits: [
      'Night allowance of ₹6,500 a month',
      'Door-to-door cab',
      'Quarterly incentive of up to ₹30,000',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 12 months in collections or US voice work', {
        kind: 'EXPERIENCE',
        atLeastMonths: 12,
      }),
      rule('shift', 'Shift', 'Ready to work nights from Monday to Friday', {
        kind: 'SHIFT',
        anyOf: ['NIGHT'],
      }),
      rule('location', 'Place', 'Living in the Delhi region', {
        kind: 'PLACE',
        regions: ['Haryana', 'Uttar Pradesh', 'Delhi'],
        orRelocates: false,
      }),
    ],
    training: { required: false, title: 'US payment practice', durationDays: 3, mode: 'ONLINE' },
    stages: stages(
      interview('Telephone role play', 'role-play'),
      interview('Interview with the operations manager'),
    ),
    postedDaysAgo: 6,
    applyInDays: 38,
  },
];
