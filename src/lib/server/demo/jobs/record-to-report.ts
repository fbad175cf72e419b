import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const recordToReportJobs: DemoJob[] = [
  {
    slug: 'record-to-report-associate-cl13',
    code: 'SLO-RTR-13',
    title: 'Record to report associate, reconciliations',
    family: 'RECORD_TO_REPORT',
    level: 'CL13',
    employer: 'sarvalane',
    cities: ['kolkata'],
    workMode: 'ON_SITE',
    shift: 'Monday to Friday, 10:00 am – 7:00 pm IST',
    openings: 12,
    salary: [300_000, 350_000],
    summary: 'Prove that the books are right: reconcile bank, tax and inter-company accounts every month.',
    description: `Before a company may publish a figure, somebody has to show what it is made of. That is you, for about 35 balance-sheet accounts of a paint maker.

## The rhythm
Quiet in the middle of the month, busy in the first six working days. Overtime in those days is paid or taken back as leave; you choose.

## What we teach
Accruals and prepayments from zero, the reconciliation tool, and how to write an explanation that an auditor accepts at first reading.`,
    responsibilities: [
      'Reconcile your accounts by working day six',
      'Explain open items and clear those older than 30 days',
      'Prepare standard journals with their evidence',
      'Answer auditors’ samples',
    ],
    requirements: [
      'B.Com with good marks in financial accounting, or CA/CMA foundation passed',
      'Able to say what debit and credit do to each kind of account',
      'A neat way of working that others can follow',
    ],
    benefits: [
      'Study leave of 15 days for CA and CMA examinations',
      'Overtime paid at month end',
      'Health cover for you and your parents',
    ],
    eligibility: [
      rule('graduation', 'Degree', 'B.Com or M.Com, or CA/CMA foundation', {
        kind: 'QUALIFICATION',
        atLeast: 'BACHELOR',
      }),
      rule('marks', 'Marks', '55 % or more in accounting subjects'),
    ],
    training: {
      required: true,
      title: 'The month-end close, step by step',
      durationDays: 12,
      mode: 'HYBRID',
    },
    stages: stages(training('The month-end close, 12 days'), interview('Accounting interview')),
    postedDaysAgo: 4,
    applyInDays: 41,
  },
  {
    slug: 'record-to-report-associate-cl12',
    code: 'SLO-RTR-12',
    title: 'Record to report associate, month-end close',
    family: 'RECORD_TO_REPORT',
    level: 'CL12',
    employer: 'sarvalane',
    cities: ['bengaluru', 'kochi'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 10:30 am – 7:30 pm IST; month end to 10 pm',
    openings: 6,
    salary: [480_000, 580_000],
    summary: 'Close three legal entities by working day four and explain the result to their controllers.',
    description: `You run the close of three companies of a clothing group, in India, Sri Lanka and Singapore: cut-off, accruals, allocations, inter-company, reporting package.

## What good looks like
- Day 4 held in eleven of twelve months
- No journal reversed because of an error
- A variance note of one page that a controller reads to the end

You work with one junior and have your own voice in the close meeting.`,
    responsibilities: [
      'Keep and tighten the close calendar',
      'Post and review accruals, allocations and foreign-exchange entries',
      'Agree inter-company balances with the counterparts',
      'Write the variance analysis of profit and loss and balance sheet',
      'Automate one manual step each quarter',
    ],
    requirements: [
      '2 to 3 years in general ledger or statutory audit',
      'Ind AS or IFRS basics: revenue, leases, provisions',
      'Large ledger system and strong Excel',
      'Comfortable disagreeing with a controller, politely',
    ],
    benefits: [
      'Six days of close in the office, the rest as you choose',
      'Annual bonus of up to 10 %',
      'Fees of CA Inter or ACCA shared half and half',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 24 months in general ledger or audit', {
        kind: 'EXPERIENCE',
        atLeastMonths: 24,
      }),
      rule('graduation', 'Degree', 'B.Com, M.Com, CA Inter, CMA Inter or MBA (finance)', {
        kind: 'QUALIFICATION',
        atLeast: 'BACHELOR',
      }),
    ],
    training: null,
    stages: stages(interview('Technical interview', 'technical'), interview('Interview with the controller')),
    postedDaysAgo: 9,
    applyInDays: 35,
  },
  {
    slug: 'record-to-report-associate-fixed-assets-cl12',
    code: 'SLO-RTR-12-FA',
    title: 'Record to report associate, fixed assets and leases',
    family: 'RECORD_TO_REPORT',
    level: 'CL12',
    employer: 'sarvalane',
    cities: ['chennai'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 9:00 am – 6:00 pm IST',
    openings: 3,
    salary: [470_000, 560_000],
    summary: 'Keep the asset register of 22 factories: what was bought, what it is worth, what was scrapped.',
    description: `Twenty-two factories, 61,000 assets, and every one of them must exist. You own the register, from the request for capital to the scrap note.

## Why there is an opening
The client has bought a competitor. Its 9,000 assets come with four different useful lives for the same pump, and somebody must bring them into one book.

Twice a year you travel to a plant for a week of counting. Safety shoes are on us.`,
    responsibilities: [
      'Capitalise projects on time and with the right class and life',
      'Run depreciation and explain its movement',
      'Account for leases, their changes and their ends',
      'Plan physical verification and settle differences',
    ],
    requirements: [
      '18 months or more with fixed assets or leases',
      'Companies Act and Income Tax Act depreciation, and why they differ',
      'Willing to travel two weeks a year',
    ],
    benefits: [
      'Day shift',
      'Travel allowance at plants',
      'Health cover for family of four',
      'Retention bonus after the integration',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 18 months in fixed-asset accounting', {
        kind: 'EXPERIENCE',
        atLeastMonths: 18,
      }),
      rule('travel', 'Travel', 'Able to travel in India for two weeks a year'),
    ],
    training: null,
    stages: stages(
      interview('Interview with the asset lead'),
      interview('Conversation with the client’s controller', 'client'),
    ),
    postedDaysAgo: 34,
    applyInDays: -2,
    status: 'FILLED',
  },
];
