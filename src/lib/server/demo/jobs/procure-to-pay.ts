import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const procureToPayJobs: DemoJob[] = [
  {
    slug: 'procure-to-pay-associate-cl13',
    code: 'SLO-PTP-13',
    title: 'Procure to pay associate, buying desk',
    family: 'PROCURE_TO_PAY',
    level: 'CL13',
    employer: 'sarvalane',
    cities: ['pune', 'kolkata'],
    workMode: 'ON_SITE',
    shift: 'Monday to Friday, 11:00 am – 8:00 pm IST',
    openings: 18,
    salary: [275_000, 325_000],
    summary: 'Turn requests for laptops, lab gloves and lorry hire into correct purchase orders.',
    description: `When somebody in a factory needs something, their request lands at the buying desk. You check it, choose the contract it falls under, and send the order, usually within four hours.

It suits you if you like order, ask one question too many rather than one too few, and enjoy that each request is different.

## What you will know after a year
Catalogues, contracts, approval limits, tax codes of five countries, and how a company really spends its money.`,
    responsibilities: [
      'Check purchase requests for budget, approval and category',
      'Create orders from catalogues and framework contracts',
      'Chase confirmations and delivery dates',
      'Keep supplier master data clean: bank, address, tax number',
    ],
    requirements: [
      'Any bachelor’s degree',
      'Friendly, precise English in writing',
      'Careful with personal and bank data',
      'No experience needed; an internship in purchasing or stores helps',
    ],
    benefits: [
      'Health cover for you and your partner',
      'Sponsored certificate in supply management after 12 months',
      'Hostel places for the first month in Pune',
    ],
    eligibility: [
      rule('graduation', 'Degree', 'Any bachelor’s degree, finished', {
        kind: 'QUALIFICATION',
        atLeast: 'BACHELOR',
      }),
      rule('experience', 'Experience', 'At most 18 months of full-time work', {
        kind: 'EXPERIENCE',
        atMostMonths: 18,
      }),
    ],
    training: { required: true, title: 'From request to order', durationDays: 7, mode: 'IN_PERSON' },
    stages: stages(training('From request to order, 7 days'), interview('Interview at the centre')),
    postedDaysAgo: 2,
    applyInDays: 50,
  },
  {
    slug: 'procure-to-pay-associate-cl12',
    code: 'SLO-PTP-12',
    title: 'Procure to pay associate, category and contract support',
    family: 'PROCURE_TO_PAY',
    level: 'CL12',
    employer: 'sarvalane',
    cities: ['mumbai'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 1:00 pm – 10:00 pm IST',
    openings: 5,
    salary: [460_000, 550_000],
    summary:
      'Support the buyers of packaging and logistics: small tenders, price files and contract renewals.',
    description: `Two categories, packaging and logistics, spend ₹900 crore a year. Their buyers negotiate the large deals; you run the fifty small ones and keep the prices in the system true.

## An example of last month
A corrugated-box contract ended. You compared three quotations on landed cost, found that the cheapest one left out unloading, and wrote the page on which the buyer decided.

## Where it leads
Junior buyer, in 18 to 24 months for most.`,
    responsibilities: [
      'Run requests for quotation up to ₹25 lakh from brief to award',
      'Load and audit price files; find orders off contract',
      'Warn of contracts 90 days before they end',
      'Measure savings in a way that finance signs',
    ],
    requirements: [
      '2 years in procure to pay, sourcing support or vendor management',
      'Comparison of offers on total cost, in a spreadsheet others can follow',
      'Negotiation by email and phone without a script',
      'B.Com, BBA, engineering diploma or similar',
    ],
    benefits: [
      'Three days from home every week',
      'Annual bonus of up to 8 %',
      'Health and accident cover',
      'Membership fee of a purchasing institute',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 24 months in procurement work', {
        kind: 'EXPERIENCE',
        atLeastMonths: 24,
      }),
      rule('notice', 'Notice period', 'Able to join within 90 days', { kind: 'NOTICE', atMostDays: 90 }),
    ],
    training: null,
    stages: stages(
      interview('Exercise: compare three quotations', 'exercise'),
      interview('Interview with the category lead'),
    ),
    postedDaysAgo: 15,
    applyInDays: 28,
  },
];
