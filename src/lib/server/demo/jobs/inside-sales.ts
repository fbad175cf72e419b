import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const insideSalesJobs: DemoJob[] = [
  {
    slug: 'inside-sales-associate-cl13',
    code: 'BQC-IS-13',
    title: 'Inside sales associate, shop software',
    family: 'INSIDE_SALES',
    level: 'CL13',
    employer: 'boliqo',
    cities: ['indore', 'jaipur', 'noida'],
    workMode: 'ON_SITE',
    shift: 'Monday to Saturday, 10:00 am – 7:00 pm IST, second Saturdays off',
    openings: 30,
    salary: [320_000, 400_000],
    summary:
      'Call shop owners who asked for a demonstration, understand their shop, and show them the billing app.',
    description: `Nobody here calls strangers. Each lead is a shopkeeper who left a number and wants to see a billing app for *kirana*, medical or garment shops.

## Your numbers
| per day | new | after 3 months |
| --- | --- | --- |
| conversations | 25 | 35 |
| demonstrations | 3 | 6 |
| shops that start | 0–1 | 2 |

## Pay
The salary above is fixed. Incentives start with the sixth shop of a month; the median associate earned ₹6,800 a month on top last year.`,
    responsibilities: [
      'Ask good questions before you show anything',
      'Demonstrate the app on the shopkeeper’s own items',
      'Help with the first bill and the printer',
      'Record what was said so that a colleague could go on',
    ],
    requirements: [
      'Any degree, or class 12 with a year behind a counter or on the phone',
      'Hindi and simple English',
      'You like talking with traders and can take a no',
    ],
    benefits: [
      'Incentive without a ceiling',
      'Phone and SIM',
      'Health cover',
      'Promotion round every six months',
    ],
    eligibility: [
      rule('education', 'Education', 'A degree, or class 12 with 12 months of experience', {
        kind: 'QUALIFICATION',
        atLeast: 'CLASS_12',
      }),
      rule('language', 'Languages', 'Hindi fluent, English at level A2', {
        kind: 'LANGUAGE',
        groups: [
          { anyOf: ['hi'], atLeast: 'C1' },
          { anyOf: ['en'], atLeast: 'A2' },
        ],
      }),
    ],
    training: { required: true, title: 'Selling by listening', durationDays: 6, mode: 'IN_PERSON' },
    stages: stages(training('Selling by listening, 6 days'), interview('Mock demonstration')),
    postedDaysAgo: 2,
    applyInDays: 42,
  },
  {
    slug: 'inside-sales-associate-cl12',
    code: 'BQC-IS-12',
    title: 'Inside sales associate, payroll software (mid-size firms)',
    family: 'INSIDE_SALES',
    level: 'CL12',
    employer: 'boliqo',
    cities: ['bengaluru'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 9:30 am – 6:30 pm IST',
    openings: 8,
    salary: [500_000, 640_000],
    summary: 'Take payroll software from first call to signed order with firms of 50 to 300 people.',
    description: `A whole sales cycle, by video and phone: five to eight weeks, three people to convince (HR, finance, owner), deals of ₹1.5 to 6 lakh a year.

## You have
A pipeline that marketing fills with 30 qualified firms a month, an engineer for the hard questions, and a manager who listens to two of your calls each week and tells you what she heard.

## You bring
Proof that you closed something. It may be small; we will ask you to tell its story.`,
    responsibilities: [
      'Qualify by need, money, time and who decides',
      'Run demonstrations with the firm’s own salary sheet',
      'Write proposals and negotiate within your limits',
      'Forecast each Monday, within 15 % of the truth',
    ],
    requirements: [
      '18 months or more in inside sales with a target',
      'Fluent English, and Kannada, Tamil or Hindi',
      'Knows what PF, ESI and professional tax are, or learns it in a week',
      'Keeps a CRM tidy without being asked',
    ],
    benefits: [
      'Variable pay of up to ₹2.4 lakh a year on top',
      'Two days from home',
      'Health cover for family',
      'Yearly off-site',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 18 months of inside sales with a target', {
        kind: 'EXPERIENCE',
        atLeastMonths: 18,
      }),
      rule('english', 'English', 'Level C1', {
        kind: 'LANGUAGE',
        groups: [{ anyOf: ['en'], atLeast: 'C1' }],
      }),
    ],
    training: null,
    stages: stages(interview('Tell us about a deal', 'story'), interview('Mock discovery call')),
    postedDaysAgo: 11,
    applyInDays: 26,
  },
];
