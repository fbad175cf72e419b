import type { IssueInput } from '#lib/server/certificates/issue-certificate.ts';
import { demoPeople } from '../person.ts';

type DemoCertificate = Omit<
  IssueInput,
  'issuerName' | 'source' | 'userId' | 'expiresOn' | 'signatories' | 'shortUuid'
> & {
  shortUuid: string;
  expiresOn?: string;
  state?: 'REVOKED' | 'REPLACED' | 'HIDDEN';
};

const ashaVerma = {
  holderName: 'Asha Verma',
  holderEmail: demoPeople.asha.email,
  holderPhone: demoPeople.asha.phone,
};

type Course = Pick<
  DemoCertificate,
  | 'kind'
  | 'title'
  | 'programType'
  | 'programTitle'
  | 'description'
  | 'criteria'
  | 'skills'
  | 'hours'
  | 'grade'
>;

const accelerator: Course = {
  ...{ kind: 'COMPLETION', title: 'Career Accelerator', programType: 'CAREER_ACCELERATOR_PROGRAM' },
  programTitle: 'Career Accelerator Programme',
  description: '24 weeks of live sessions, projects and coaching, beside a job.',
  criteria: 'All four projects accepted by a coach, and at least 80% of the live sessions attended.',
  skills: ['Product analysis', 'SQL', 'Stakeholder interviews', 'Written proposals'],
  ...{ hours: 160, grade: null },
};

const operations: Course = {
  ...{ kind: 'COMPLETION', title: 'Finance and Accounting Operations' },
  ...{ programType: 'ASSOCIATE_FINANCE_ACCOUNTING_OPERATIONS', programTitle: 'Associate programme' },
  description: 'The work of a shared service centre: payables, receivables, closing and reporting.',
  criteria: 'Passed the practical test of every module.',
  skills: ['Accounts payable', 'Month-end closing', 'Spreadsheets'],
  ...{ hours: 120, grade: 'A' },
};

export const demoCertificates: readonly DemoCertificate[] = [
  {
    ...{ ...ashaVerma, ...accelerator, shortUuid: 'K7TQM4XWHN2C', batchName: 'Batch 24' },
    ...{ completedOn: '2023-12-10', issuedOn: '2023-12-15' },
  },
  {
    ...{ ...ashaVerma, ...operations, shortUuid: 'R3DFVP8JYBZ6', batchName: 'Batch 6' },
    ...{ completedOn: '2024-05-24', issuedOn: '2024-05-31' },
  },
  {
    ...{ ...ashaVerma, ...operations, shortUuid: 'B8GWZ5NTKQ3D', batchName: 'Batch 6', state: 'REPLACED' },
    ...{ title: 'Finance Operations', completedOn: '2024-05-24', issuedOn: '2024-05-28' },
  },
  {
    ...{ kind: 'ACHIEVEMENT', title: 'Spoken English B2', programType: 'ASSOCIATE_VOICE_SUPPORT' },
    programTitle: 'Voice Support',
    ...{ ...ashaVerma, shortUuid: 'T6XVCJ2RHM9P', batchName: null, description: '', grade: '91 of 100' },
    hours: null,
    criteria: 'Held three calls with an examiner.',
    skills: ['Spoken English'],
    ...{ completedOn: '2022-03-11', issuedOn: '2022-03-14', expiresOn: '2024-03-13' },
  },
  {
    ...{ ...operations, shortUuid: 'G4YPN7BDWS5F', batchName: 'Batch 9', grade: 'B' },
    ...{ holderName: 'Mohan Das', holderEmail: 'mohan.das@example.com', holderPhone: null },
    ...{ completedOn: '2026-04-30', issuedOn: '2026-05-06', state: 'REVOKED' },
  },
  {
    ...{ ...accelerator, shortUuid: 'H9MCR6ZKVT8Q', batchName: 'Batch 31', state: 'HIDDEN' },
    ...{ holderName: 'Rohan Mehta', holderEmail: demoPeople.rohan.email },
    ...{ holderPhone: demoPeople.rohan.phone, completedOn: '2026-06-28', issuedOn: '2026-07-03' },
  },
  {
    ...{ ...accelerator, title: 'PM Launchpad Pro', programType: 'PM_LAUNCHPAD_PRO' },
    ...{ programTitle: 'PM Launchpad Pro', shortUuid: 'P7HXR4KMDV9W', batchName: 'PM Pro 5' },
    ...{ holderName: 'Abhishek Sinha', holderEmail: 'abhishek.sinha@example.com', holderPhone: null },
    description: 'Live sessions, projects and coaching for future product managers.',
    ...{ hours: null, completedOn: '2026-07-04', issuedOn: '2026-07-10' },
  },
  {
    ...{ ...accelerator, shortUuid: 'W2FJQ8GXNB7S', batchName: 'Batch 31' },
    ...{ holderName: 'लक्ष्मी नारायणन्', holderEmail: demoPeople.lakshmi.email, holderPhone: null },
    ...{ completedOn: '2026-06-28', issuedOn: '2026-07-03' },
  },
];
