import type { ResumeContent } from '#lib/domain/portfolio/import/export-json-resume.ts';

/** The portfolio of the demo user, which uses every field. All of it is invented. */
export const ashaVerma: ResumeContent = {
  headline: 'Accounts payable analyst who makes month-end boring',
  about: [
    'I taught commerce to sixteen-year-olds for three years. Then I found out that I like it best when the **numbers themselves** are the class, and moved into finance operations.',
    '',
    'What I am good at:',
    '',
    '- finding out why something is *always* late, and fixing that rather than the thing',
    '- writing it down so that the next person needs no meeting',
    '- staying kind to vendors who call for the fourth time',
    '',
    'I am looking for a team that closes its books on time, or would like to.',
  ].join('\n'),
  location: 'Pune, India',
  openTo: ['WORK', 'MENTORING'],
  skills: [
    'Accounts payable',
    'Three-way match',
    'Month-end close',
    'SAP S/4HANA',
    'Excel and Power Query',
    'GST and TDS',
    'Vendor management',
    'Process writing',
    'Marathi, Hindi, English',
  ],
  links: [
    { url: 'https://www.linkedin.com/in/asha-verma-example', label: 'LinkedIn' },
    { url: 'https://medium.com/@asha-verma-example', label: 'Essays on Medium' },
    { url: 'https://asha-verma.example.com/', label: 'asha-verma.example.com' },
  ],
  projects: [
    {
      title: 'A three-way match that stops chasing people',
      summary:
        'Every third invoice stopped in a queue because price, order or receipt did not agree. Now one in nine does, and the ones that stop say why.',
      role: 'Process lead, team of four',
      problem:
        '1,800 invoices a month, 34 % of them blocked. Each block sent a mail to a buyer who had no idea what was asked of them, so it waited nine days on average. Vendors called us, and we called the buyers.',
      approach:
        'I read 400 blocked invoices and sorted them by what would have prevented them. Four reasons made up 80 %.\n\nTwo were ours: tolerances that nobody had looked at since 2017, and receipts that the warehouse booked on Fridays only. One was a vendor’s template. For the rest I rewrote the mail: what differs, by how much, and the two answers that are possible.',
      outcome:
        'Blocked invoices went from 34 % to 11 % in one quarter, the wait from nine days to two. Early-payment discounts that we used to miss came to ₹ 6.2 lakh in the first half-year. The warehouse books every day now, and says that it is less work.',
      startedOn: '2025-01',
      endedOn: '2025-06',
      skills: ['SAP S/4HANA', 'Power Query', 'Process writing'],
      documentUrl: null,
      isFeatured: true,
      visible: true,
    },
    {
      title: 'A vendor master without twins',
      summary: '7,400 vendors, 1,150 of them there twice. Cleaned in six weeks without stopping a payment.',
      role: 'Analyst',
      problem:
        'The same supplier under three spellings was paid twice in a year, and nobody could say how often that happened.',
      approach:
        'Matched by GSTIN and bank account rather than by name, and had two people confirm every merge. New vendors go through one form, with a check while it is filled in.',
      outcome: 'Duplicate payments since then: none. The form takes four minutes instead of a mail thread.',
      startedOn: '2024-08',
      endedOn: '2024-10',
      skills: ['Data cleaning', 'GST', 'Excel'],
      documentUrl: 'https://docs.google.com/presentation/d/e/2PACX-1vExampleOfVendors/pub',
      isFeatured: false,
      visible: true,
    },
    {
      title: 'The close calendar that fourteen people share',
      summary: 'Who hands what to whom, and by when: month-end on one page. Day seven became day four.',
      role: 'Owner',
      problem: '',
      approach:
        'I asked everybody what they wait for. Most waits were for things that had been ready for a day and nobody knew.',
      outcome: 'The books close on day four. The calendar has been copied by two other teams.',
      startedOn: '2025-08',
      endedOn: null,
      skills: ['Month-end close', 'Facilitation'],
      documentUrl: null,
      isFeatured: false,
      visible: true,
    },
    {
      title: 'Notes for a talk on accruals',
      summary: 'Not finished.',
      role: '',
      problem: '',
      approach: '',
      outcome: '',
      startedOn: null,
      endedOn: null,
      skills: [],
      documentUrl: null,
      isFeatured: false,
      visible: false,
    },
  ],
  publishedWorks: [
    {
      kind: 'ARTICLE',
      title: 'The vendor who calls four times is telling you something',
      publisher: 'Ledger & Life',
      publishedOn: '2025-09-14',
      url: 'https://medium.com/@asha-verma-example/the-vendor-who-calls-four-times',
      summary: 'What I learnt from keeping a tally of calls for a month, by reason instead of by vendor.',
      visible: true,
    },
    {
      kind: 'TALK',
      title: 'Reading 400 blocked invoices so that you need not',
      publisher: 'Pune Finance Operations Meetup',
      publishedOn: '2025-07',
      url: 'https://example.com/pune-fin-ops/asha-verma',
      summary: '',
      visible: true,
    },
  ],
  experience: [
    {
      title: 'Accounts payable analyst',
      company: 'Sahyadri Business Services',
      location: 'Pune',
      startedOn: '2024-06',
      endedOn: null,
      summary:
        'Invoice to payment for two plants and 900 active vendors. I own the exceptions queue and the month-end of payables.',
    },
    {
      title: 'Trainee, procure to pay',
      company: 'Sahyadri Business Services',
      location: 'Pune',
      startedOn: '2024-01',
      endedOn: '2024-05',
      summary: '',
    },
    {
      title: 'Teacher of commerce, classes 11 and 12',
      company: 'Jnana Prabodhini School',
      location: 'Nashik',
      startedOn: '2020-06',
      endedOn: '2023-10',
      summary: 'Accountancy and business studies for 120 students a year. Nine of them study accounting now.',
    },
  ],
  education: [
    {
      institution: 'Fergusson College, Pune',
      degree: 'B.Com., accounting and finance',
      startedOn: '2017',
      endedOn: '2020',
      summary: '',
    },
  ],
};

export const ashaVermasCertificates = [
  {
    shortUuid: 'K7TQM4XWHN2C',
    title: 'Career Accelerator',
    programTitle: 'Career Accelerator Programme, batch 24',
    issuedOn: '2023-12-15',
  },
  {
    shortUuid: 'R3DFVP8JYBZ6',
    title: 'Finance and Accounting Operations',
    programTitle: 'Employer associate programme, batch 6',
    issuedOn: '2024-05-31',
  },
] as const;
