import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const accountsPayableJobs: DemoJob[] = [
  {
    slug: 'accounts-payable-associate-cl13',
    code: 'SLO-AP-13',
    title: 'Accounts payable associate',
    family: 'ACCOUNTS_PAYABLE',
    level: 'CL13',
    employer: 'sarvalane',
    cities: ['bengaluru'],
    workMode: 'ON_SITE',
    shift: 'Monday to Friday, 9:30 am – 6:30 pm IST',
    openings: 24,
    salary: [280_000, 330_000],
    summary:
      'Read supplier invoices, match them with orders and get them ready for payment. A first job in finance.',
    description: `Every supplier of a supermarket chain sends its bills to this team: some 4,000 a day. You take your share of them from the inbox to *ready to pay*.

## Your first 90 days
1. Two weeks in class: what an invoice must carry, GST basics, the ledger system.
2. Six weeks beside a buddy, 40 invoices a day, each one checked.
3. From then on your own queue of about 90 invoices, with a weekly talk about quality.

## The team
Fourteen associates, two seniors and a lead who began in this very seat.`,
    responsibilities: [
      'Key and check invoices against purchase order and goods receipt',
      'Find duplicates before they are paid twice',
      'Put invoices with a missing GSTIN or a wrong amount on hold, and write to the supplier',
      'Keep your queue within the two-day promise',
    ],
    requirements: [
      'B.Com, BBA or another commerce degree, final-year results may be awaited',
      'Sure with numbers and patient with detail',
      'Excel or another spreadsheet: sort, filter and look-up formulas',
      'English good enough for short, polite emails',
    ],
    benefits: [
      'Health cover for you and two parents',
      'Cab home after 8 pm',
      'Fees paid for your first accounting certificate',
    ],
    eligibility: [
      rule('graduation', 'Degree', 'A commerce degree finished in 2023 or later, or in its final year', {
        kind: 'QUALIFICATION',
        atLeast: 'BACHELOR',
        graduatedFrom: 2023,
      }),
      rule('experience', 'Experience', 'None needed; at most 12 months', {
        kind: 'EXPERIENCE',
        atMostMonths: 12,
      }),
      rule('location', 'Place', 'Living in Bengaluru or ready to move there within 30 days', {
        kind: 'PLACE',
        regions: ['Karnataka'],
        orRelocates: true,
      }),
    ],
    training: { required: true, title: 'Invoice to pay: foundations', durationDays: 10, mode: 'IN_PERSON' },
    stages: stages(
      training('Invoice to pay: foundations, 10 days'),
      interview('Interview with the team lead'),
    ),
    postedDaysAgo: 3,
    applyInDays: 45,
  },
  {
    slug: 'accounts-payable-associate-cl12',
    code: 'SLO-AP-12',
    title: 'Accounts payable associate, exceptions and vendor care',
    family: 'ACCOUNTS_PAYABLE',
    level: 'CL12',
    employer: 'sarvalane',
    cities: ['chennai', 'bengaluru'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 12:30 pm – 9:30 pm IST',
    openings: 9,
    salary: [420_000, 500_000],
    summary: 'Own the invoices that do not match, and the suppliers who are waiting for their money.',
    description: `A blocked invoice is a supplier who rings. You clear the ones that the system and the first desk could not: price differences, part deliveries, tax that does not add up.

## What makes it a CL12 seat
You decide. Up to ₹2 lakh of difference you settle yourself, above that you bring a proposal. You also run the monthly statement check with the thirty largest suppliers.

## How the week goes
Three days in the office, two from home. The overlap with buyers in Europe is from 1 pm.`,
    responsibilities: [
      'Clear blocked invoices with buyers and warehouses, oldest first',
      'Reconcile supplier statements each month and explain every open item',
      'Prepare the Thursday payment proposal and defend it',
      'Check TDS sections and rates before a new supplier’s first payment',
      'Show two new colleagues the work',
    ],
    requirements: [
      '1 to 3 years in accounts payable',
      'Three-way match, GR/IR and payment runs in one large ledger system',
      'Working knowledge of GST input credit and TDS',
      'Calm on the phone with an unhappy supplier',
    ],
    benefits: [
      'Two days from home every week',
      'Shift allowance of ₹3,000 a month',
      'Health cover for family of five',
      'Bonus twice a year',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 12 months in accounts payable', {
        kind: 'EXPERIENCE',
        atLeastMonths: 12,
      }),
      rule('notice', 'Notice period', 'Able to join within 60 days', { kind: 'NOTICE', atMostDays: 60 }),
    ],
    training: null,
    stages: stages(
      interview('Case: ten blocked invoices', 'case'),
      interview('Interview with the process manager'),
    ),
    postedDaysAgo: 8,
    applyInDays: 32,
  },
];
