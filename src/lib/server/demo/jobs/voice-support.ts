import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const voiceSupportJobs: DemoJob[] = [
  {
    slug: 'voice-support-associate-cl13',
    code: 'BQC-VS-13',
    title: 'Voice support associate, airline care (English)',
    family: 'VOICE_SUPPORT',
    level: 'CL13',
    employer: 'boliqo',
    cities: ['gurugram'],
    workMode: 'ON_SITE',
    shift: 'Five days of seven, rotating between 6 am and 12 midnight IST',
    openings: 40,
    salary: [300_000, 360_000],
    summary: 'Help travellers by phone when a flight changes, a bag is late or a booking has a wrong name.',
    description: `People call an airline when something went wrong. In nine minutes, on average, you put it right.

## What you hear most
A missed connection (a third of all calls), a name misspelt on a ticket, a bag that took another aeroplane.

## How we train
Three weeks: a week of voice and listening, a week of fares and booking system, a week of real calls with a coach on the line. You are paid from the first day.`,
    responsibilities: [
      'Answer 40 to 50 calls a day and write down what was agreed',
      'Rebook, refund and note within the airline’s rules',
      'Stay kind with people who are tired',
      'Hand urgent cases over by name, not by ticket',
    ],
    requirements: [
      'Class 12 passed or any degree',
      'Spoken English that travellers from abroad understand at once',
      'Typing at 25 words a minute or more',
      'Ready for rotating shifts and weekends',
    ],
    benefits: [
      'Cab both ways',
      'Two discounted flights a year',
      'Attendance bonus of ₹2,000 a month',
      'Health cover',
    ],
    eligibility: [
      rule('education', 'Education', 'Class 12 or above', { kind: 'QUALIFICATION', atLeast: 'CLASS_12' }),
      rule('english', 'English', 'Level B2 in a ten-minute voice test', {
        kind: 'LANGUAGE',
        groups: [{ anyOf: ['en'], atLeast: 'B2' }],
      }),
      rule('age', 'Age', '18 or older'),
    ],
    training: { required: true, title: 'Airline voice academy', durationDays: 15, mode: 'IN_PERSON' },
    stages: stages(
      interview('Voice test by phone', 'voice-test', 'PHONE'),
      training('Airline voice academy, 15 days'),
      interview('Interview with operations'),
    ),
    postedDaysAgo: 1,
    applyInDays: 75,
  },
  {
    slug: 'voice-support-associate-cl12',
    code: 'BQC-VS-12',
    title: 'Voice support associate, software help desk (UK)',
    family: 'VOICE_SUPPORT',
    level: 'CL12',
    employer: 'boliqo',
    cities: ['pune', 'bengaluru'],
    workMode: 'HYBRID',
    shift: 'Monday to Friday, 1:30 pm – 10:30 pm IST',
    openings: 10,
    salary: [400_000, 480_000],
    summary: 'Second-line phone support for accounting software used by small British firms.',
    description: `The caller is a bakery owner, it is the last day for her VAT return and the program says no. You know the program, you have her screen, and you have twenty minutes.

No script: a knowledge base that you help to write, and a weekly hour with the product team in Leeds.

## From first to second line
You take what first line could not solve in ten minutes. About one call in three ends with a bug report with your name on it.`,
    responsibilities: [
      'Solve escalated calls and call back when you promised',
      'Reproduce faults and write reports that engineers can use',
      'Write two help articles a month',
      'Coach first-line colleagues on recurring questions',
    ],
    requirements: [
      '1 to 3 years in technical or financial voice support',
      'Basic book-keeping or a strong wish to learn it',
      'Clear English with ease in British accents',
      'Able to explain a screen to someone who cannot see it',
    ],
    benefits: [
      'Three days from home',
      'UK bank holidays off',
      'Internet allowance of ₹1,500 a month',
      'Product certificates paid',
    ],
    eligibility: [
      rule('experience', 'Experience', 'At least 12 months of phone support', {
        kind: 'EXPERIENCE',
        atLeastMonths: 12,
      }),
      rule('english', 'English', 'Level C1 in a voice test', {
        kind: 'LANGUAGE',
        groups: [{ anyOf: ['en'], atLeast: 'C1' }],
      }),
      rule('equipment', 'Equipment', 'Broadband at home with 20 Mbit/s or more', { kind: 'EQUIPMENT' }),
    ],
    training: { required: true, title: 'Book-keeping for support', durationDays: 5, mode: 'ONLINE' },
    stages: stages(
      interview('Recorded call exercise', 'exercise'),
      training('Book-keeping for support, 5 days'),
      interview('Interview with the desk lead'),
    ),
    postedDaysAgo: 7,
    applyInDays: 30,
  },
];
