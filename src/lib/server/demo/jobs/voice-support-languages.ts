import { type DemoJob, interview, rule, stages, training } from './demo-job.ts';

export const voiceSupportLanguageJobs: DemoJob[] = [
  {
    slug: 'voice-support-associate-hindi-cl13',
    code: 'BQC-VS-13-HI',
    title: 'Voice support associate, bank customers (Hindi and English)',
    family: 'VOICE_SUPPORT',
    level: 'CL13',
    employer: 'boliqo',
    cities: ['jaipur', 'indore'],
    workMode: 'ON_SITE',
    shift: 'Six days of seven, 8:00 am – 5:00 pm or 12 noon – 9:00 pm IST',
    openings: 60,
    salary: [260_000, 310_000],
    summary:
      'Answer questions about cards, UPI and accounts for customers of a savings bank, mostly in Hindi.',
    description: `Most callers are in small towns and use the bank’s app for the first time. They want a person who does not hurry them.

## You will explain
- why a UPI payment is pending and when the money comes back
- how to block a lost card, now, on this call
- what a message that asks for an OTP really is

Bank secrecy is taken seriously: phones stay in the locker, and nobody ever asks a customer for a PIN.`,
    responsibilities: [
      'Take calls in Hindi, and in English where the caller prefers it',
      'Block cards and raise disputes without delay',
      'Recognise fraud patterns and alert the desk',
      'Log each call in plain words',
    ],
    requirements: [
      'Class 12 passed',
      'Fluent Hindi, working English',
      'Clean police verification, as the bank’s regulator asks',
      'Patience, and a voice with a smile',
    ],
    benefits: [
      'Provident fund and state insurance',
      'Lunch at ₹20',
      'Incentive of up to ₹4,000 a month',
      'Day shifts only for the first six months',
    ],
    eligibility: [
      rule('education', 'Education', 'Class 12 or above', { kind: 'QUALIFICATION', atLeast: 'CLASS_12' }),
      rule('language', 'Languages', 'Hindi fluent, English at level A2', {
        kind: 'LANGUAGE',
        groups: [
          { anyOf: ['hi'], atLeast: 'C1' },
          { anyOf: ['en'], atLeast: 'A2' },
        ],
      }),
      rule('verification', 'Verification', 'Ready for a police verification'),
    ],
    training: { required: true, title: 'Banking on the phone', durationDays: 9, mode: 'IN_PERSON' },
    stages: stages(training('Banking on the phone, 9 days'), interview('Call simulation and interview')),
    postedDaysAgo: 10,
    applyInDays: 55,
  },
  {
    slug: 'voice-support-associate-tamil-malayalam-cl13',
    code: 'BQC-VS-13-TA',
    title: 'Voice support associate, health insurance (Tamil or Malayalam)',
    family: 'VOICE_SUPPORT',
    level: 'CL13',
    employer: 'boliqo',
    cities: ['coimbatore', 'kochi'],
    workMode: 'REMOTE',
    shift: 'Five days of seven, 7:00 am – 4:00 pm or 11:00 am – 8:00 pm IST',
    openings: 28,
    salary: [270_000, 320_000],
    summary:
      'From home, guide families through hospital admission and cashless claims in their own language.',
    description: `Somebody’s father is at the admission desk and the hospital asks for a code. You find the policy, speak with the desk, and stay on the line until the bed is booked.

## Working from home, with company
You start with ten days in the Coimbatore or Kochi office. After that the laptop and headset come to your home, with a team call every morning and a buddy on chat.

## Care for you too
Some calls are sad. After one of those you may log off for fifteen minutes, no questions, and a counsellor is a message away.`,
    responsibilities: [
      'Check cover and start pre-authorisation with the hospital',
      'Tell families what is paid, what is not, and why',
      'Call back with the decision within two hours',
      'Collect missing papers by message',
    ],
    requirements: [
      'Any degree or a diploma in nursing, pharmacy or hospital administration',
      'Tamil or Malayalam as a native, the other or English to get by',
      'A quiet room and stable broadband',
    ],
    benefits: [
      'Laptop, headset and ₹1,200 a month for internet',
      'Free family cover of ₹5 lakh',
      'Counselling service',
    ],
    eligibility: [
      rule('language', 'Languages', 'Tamil or Malayalam at native level', {
        kind: 'LANGUAGE',
        groups: [{ anyOf: ['ta', 'ml'], atLeast: 'NATIVE' }],
      }),
      rule('equipment', 'Equipment', 'Broadband of 10 Mbit/s and a quiet room', { kind: 'EQUIPMENT' }),
      rule('location', 'Place', 'Living in Tamil Nadu or Kerala', {
        kind: 'PLACE',
        regions: ['Tamil Nadu', 'Kerala'],
        orRelocates: false,
      }),
    ],
    training: { required: true, title: 'Cover, claims and care', durationDays: 10, mode: 'HYBRID' },
    stages: stages(
      interview('Voice and language test', 'voice-test'),
      training('Cover, claims and care, 10 days'),
      interview('Video interview'),
    ),
    postedDaysAgo: 3,
    applyInDays: 48,
  },
];
