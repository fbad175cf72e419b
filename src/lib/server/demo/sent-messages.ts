import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { OutboxTable } from '#lib/server/db/schema/messages.ts';
import { demoPhone } from './person.ts';

interface DemoMessage extends Pick<OutboxTable, 'medium'> {
  /** What it is about; the same by several channels. */
  about: keyof typeof statusOf;
  summary: string;
  /** Hours since it was queued. */
  age: number;
  status?: 'QUEUED' | 'SENT' | 'FAILED';
  lastError?: string;
  delivery?: 'DELIVERED' | 'FAILED';
  deliveryReason?: string;
}

/** The status of the application that each message is about. */
const statusOf = { sent: 'SUBMITTED', shortlist: 'TRAINING', invitation: 'INTERVIEW' } as const;

/** One message in each state that the log of a person shows. */
const demoMessages: readonly DemoMessage[] = [
  { medium: 'EMAIL', about: 'sent', summary: 'Your application has arrived', age: 70 },
  { medium: 'SMS', about: 'sent', summary: 'Your application has arrived.', age: 70, delivery: 'DELIVERED' },
  {
    medium: 'WHATSAPP',
    about: 'shortlist',
    summary: 'You are on the shortlist.',
    age: 46,
    delivery: 'DELIVERED',
  },
  {
    medium: 'WHATSAPP',
    about: 'invitation',
    summary: 'Choose a time for your interview.',
    age: 22,
    delivery: 'FAILED',
    deliveryReason: '131026 Message undeliverable',
  },
  { medium: 'SMS', about: 'invitation', summary: 'Choose a time for your interview.', age: 22 },
  {
    medium: 'EMAIL',
    about: 'invitation',
    summary: 'Choose a time for your interview',
    age: 22,
    status: 'QUEUED',
    lastError: 'the mail server: 451',
  },
];

/** Adds the messages that the demo candidate was sent, unless there are some. The one that waits is not sent for a month. */
export async function seedSentMessages(db: Db): Promise<void> {
  const person = await db
    .selectFrom('appUser')
    .select(['id', 'email'])
    .where('phoneE164', '=', demoPhone)
    .executeTakeFirst();
  const earlier = await db
    .selectFrom('outbox')
    .select('id')
    .where('dedupeKey', 'like', 'demo-message:%')
    .limit(1)
    .executeTakeFirst();
  if (!person || earlier) return;
  const applications = await db
    .selectFrom('jobApplication')
    .select(['id', 'status', 'submittedAt'])
    .where('userId', '=', person.id)
    .execute();
  const applicationOf = (about: DemoMessage['about']) =>
    applications.find(({ status }) => status === statusOf[about]);
  /** No message is older than its application. */
  const queuedAt = ({ about, age }: Pick<DemoMessage, 'about' | 'age'>) =>
    sql<Date>`greatest(now() - make_interval(hours => ${age}), ${applicationOf(about)?.submittedAt ?? null}::timestamptz)`;
  const rows = demoMessages.map(({ about, age, status = 'SENT', ...message }) => ({
    ...{
      id: uuidv7(),
      dedupeKey: `demo-message:${about}:${applicationOf(about)?.id ?? ''}:${message.medium.toLowerCase()}`,
      userId: person.id,
      kind: 'application-update' as const,
    },
    ...{ recipient: message.medium === 'EMAIL' ? person.email : demoPhone, sender: 'application-update' },
    ...{ ...message, status, text: message.summary, isRepeatable: true },
    subject: message.medium === 'EMAIL' ? message.summary : null,
    createdAt: queuedAt({ about, age }),
    dueAt: status === 'QUEUED' ? inMonth : queuedAt({ about, age }),
    finishedAt: status === 'QUEUED' ? null : queuedAt({ about, age }),
    deliveryAt: message.delivery ? queuedAt({ about, age }) : null,
  }));
  await db
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const inMonth = sql<Date>`now() + interval '30 days'`;
