import type { TemplatePurpose } from '#lib/domain/staff/message-templates.ts';
import type { Db } from '#lib/server/db/index.ts';

interface DemoTemplate {
  id: string;
  purpose: TemplatePurpose;
  name: string;
  subject: string | null;
  text: string;
}

const templates: readonly DemoTemplate[] = [
  {
    id: '0190a3c2-7e00-7000-8000-000000000001',
    purpose: 'MESSAGE',
    name: 'Bring documents',
    subject: 'Please bring your documents, {{firstName}}',
    text: 'For {{jobTitle}} at {{employerName}} we need your degree certificate and one photo ID. A clear phone photo is fine.',
  },
  {
    id: '0190a3c2-7e00-7000-8000-000000000002',
    purpose: 'MESSAGE',
    name: 'We could not reach you',
    subject: 'We tried to call you',
    text: 'We called you about {{applicationNumber}} and nobody answered. Please call us back, or reply with a good time.',
  },
  {
    id: '0190a3c2-7e00-7000-8000-000000000003',
    purpose: 'REJECT',
    name: 'More experience needed',
    subject: null,
    text: 'Thank you for your time, {{firstName}}. {{employerName}} chose people with more experience for this job. New jobs open every week.',
  },
  {
    id: '0190a3c2-7e00-7000-8000-000000000004',
    purpose: 'HOLD',
    name: 'The employer asked to wait',
    subject: null,
    text: '{{employerName}} has paused hiring for {{jobTitle}}. You keep your place, and you need not do anything.',
  },
  {
    id: '0190a3c2-7e00-7000-8000-000000000005',
    purpose: 'MOVE_TO_INTERVIEW',
    name: 'Quiet room and ID',
    subject: null,
    text: 'Sit in a quiet room, {{firstName}}, and keep a photo ID ready. The interview takes about 30 minutes.',
  },
];

/** Adds texts that staff reuse in messages to candidates. */
export async function seedMessageTemplates(db: Db): Promise<void> {
  await db
    .insertInto('messageTemplate')
    .values(templates.map((template) => ({ ...template, updatedById: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
