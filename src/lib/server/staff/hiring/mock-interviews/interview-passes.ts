import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { InterviewPass, InterviewPassesQuery } from '#lib/contract/staff/hiring/interview-passes.ts';
import { formatMoney, type PaymentMethod } from '#lib/domain/enrolment/fee.ts';
import {
  passInterviews,
  passReference,
  paymentDueAt,
} from '#lib/domain/hiring/mock-interviews/interview-pass.ts';
import { formatPaymentReceived } from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { getMockInterviewProgram } from '#lib/server/hiring/mock-interviews/experts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '#lib/server/staff/audit.ts';
import { countUpToMax, parseCursor, toListPage } from '../../keyset.ts';
import type { ListPage } from '../../list-page.ts';
import { formatPersonName } from '../../person-names.ts';

const selectPasses = (db: Db) =>
  db.selectFrom('interviewPass as pass').innerJoin('appUser as person', 'person.id', 'pass.userId');

const selectColumns = (db: Db) =>
  selectPasses(db)
    .select(['pass.id', 'pass.reference', 'pass.amount', 'pass.currency', 'pass.interviews', 'pass.taken'])
    .select(['pass.createdAt', 'pass.paidAt', 'pass.paymentReference', 'pass.lapsedAt'])
    .select(['person.id as userId', 'firstName', 'lastName', 'phoneE164', 'email'])
    .select(
      sql<Date | null>`(select slot.starts_at from mock_interview mock
        join interview_slot slot on slot.id = mock.slot_id
        where mock.pass_id = pass.id and mock.status = 'BOOKED')`.as('startsAt'),
    );
type Row = Awaited<ReturnType<ReturnType<typeof selectColumns>['executeTakeFirstOrThrow']>>;

const states = {
  UNPAID: sql<boolean>`paid_at is null`,
  PAID: sql<boolean>`paid_at is not null`,
};

/** Lists interview passes, the latest first. [APP-14] */
export async function listInterviewPasses(
  db: Db,
  { limit, after, state }: InterviewPassesQuery,
): Promise<ListPage<InterviewPass>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const condition = state ? states[state] : sql<boolean>`true`;
  const count = await countUpToMax(db, selectPasses(db).select('pass.id').where(condition));
  const rows = await selectColumns(db)
    .where(condition)
    .$if(Boolean(last), (query) => query.where('pass.id', '<', last ?? ''))
    .orderBy('pass.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  return { ...page, results: page.results.map(presentPass) };
}

const presentPass = ({ paidAt, startsAt, ...row }: Row): InterviewPass => ({
  ...{ id: row.id, reference: row.reference, amount: row.amount, currency: row.currency },
  candidate: { id: row.userId, name: formatPersonName(row), phone: row.phoneE164, email: row.email },
  ...{ interviews: row.interviews, taken: row.taken, paymentReference: row.paymentReference },
  createdAt: row.createdAt.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
  dueAt: !paidAt && startsAt ? paymentDueAt(startsAt).toISOString() : null,
  hasLapsed: row.lapsedAt !== null && !paidAt,
});

/** A payment for mock interviews that has arrived. */
export interface PassPayment {
  /** E.164, of the person who paid. */
  phone: string;
  amount: number;
  method: PaymentMethod;
  reference: string;
}

/**
 * Records the payment of a pass: of the one that a booking opened, or else of a new one. The same payment counts once. Tells
 * the person. Throws `USER_NOT_FOUND`, `ALREADY_EXISTS`, `VALIDATION_FAILED`. [APP-14] [C-42]
 */
export async function recordPassPayment(
  work: UnitOfWork,
  staffId: string,
  payment: PassPayment,
): Promise<{ id: string; isExisting: boolean }> {
  const { trx } = work;
  const person = await lockPerson(trx, payment.phone);
  const recorded = await findPayment(trx, payment);
  if (recorded?.userId === person.id) return { id: recorded.id, isExisting: true };
  if (recorded)
    throw new HttpError('ALREADY_EXISTS', {
      ...{ message: 'This payment is recorded for another person.', fields: ['reference'] },
    });
  const id =
    (await payOpenPass(trx, staffId, person, payment)) ?? (await addPass(trx, staffId, person, payment));
  const { method, reference, amount } = payment;
  await recordStaffAudit(trx, staffId, 'interviewPass.PAY', id, { amount, method, reference });
  await notifyOfPayment(work, person, id);
  return { id, isExisting: false };
}

async function lockPerson(trx: Db, phone: string): Promise<UserRow> {
  const person = await trx
    .selectFrom('appUser')
    .selectAll()
    .where('phoneE164', '=', phone)
    .where('phoneVerifiedAt', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person)
    throw new HttpError('USER_NOT_FOUND', {
      fields: ['phone'],
      message: 'Nobody has verified this number. Ask the person to sign up first.',
    });
  return person;
}

const findPayment = (trx: Db, { method, reference }: PassPayment) =>
  trx
    .selectFrom('interviewPass')
    .select(['id', 'userId'])
    .where('method', '=', method)
    .where(sql<boolean>`lower(payment_reference) = lower(${reference})`)
    .where('paidAt', 'is not', null)
    .executeTakeFirst();

const paidColumns = (staffId: string, { method, reference }: PassPayment) => ({
  ...{ method, paymentReference: reference, recordedById: staffId },
  ...{ paidAt: sql<Date>`now()`, lapsedAt: null },
});

/** Pays the pass that a booking opened. Returns null where there is none. */
async function payOpenPass(trx: Db, staffId: string, { id: userId }: UserRow, payment: PassPayment) {
  const open = await trx
    .updateTable('interviewPass')
    .set(paidColumns(staffId, payment))
    .where('userId', '=', userId)
    .where('programSlug', '=', getMockInterviewProgram().slug)
    .where('paidAt', 'is', null)
    .returning(['id', 'amount', 'currency'])
    .executeTakeFirst();
  if (open) requireAmount(payment, open);
  return open?.id ?? null;
}

async function addPass(trx: Db, staffId: string, { id: userId }: UserRow, payment: PassPayment) {
  const { slug: programSlug, fee } = getMockInterviewProgram();
  requireAmount(payment, fee);
  const { rows } = await sql<{ sequence: number }>`
    select nextval('interview_pass_number') as sequence`.execute(trx);
  const id = uuidv7();
  await trx
    .insertInto('interviewPass')
    .values({
      ...{ id, userId, programSlug, amount: fee.amount, currency: fee.currency, interviews: passInterviews },
      reference: passReference(rows[0]?.sequence ?? 0, await databaseNow(trx)),
      ...paidColumns(staffId, payment),
    })
    .execute();
  return id;
}

/** Throws `VALIDATION_FAILED` unless the whole fee was paid. */
function requireAmount({ amount }: PassPayment, fee: { amount: number; currency: string }): void {
  if (amount === fee.amount) return;
  const message = `The fee is ${formatMoney(fee.amount, fee.currency)}. Record the payment when all of it has arrived.`;
  throw new HttpError('VALIDATION_FAILED', { message, fields: { amount: message } });
}

async function notifyOfPayment(work: UnitOfWork, person: UserRow, id: string): Promise<void> {
  const { trx, config } = work;
  const pass = await trx
    .selectFrom('interviewPass')
    .select(['amount', 'currency', 'interviews', 'taken', 'paidAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const money = formatMoney(pass.amount, pass.currency);
  const { subject, text } = formatPaymentReceived(money, pass.interviews - pass.taken);
  const href = `${config.siteOrigin}/mock-interviews/`;
  await notify(work, {
    sender: 'mock-interview-update',
    recipient: { person },
    ...{ text, href },
    email: {
      subject,
      body: {
        title: subject,
        paragraphs: [`Hello ${person.firstName},`, text],
        links: [{ label: 'Choose an expert and a time', href }],
        footnote: `You get this email because you paid for mock interviews at ${new URL(config.siteOrigin).host}.`,
      },
    },
    dedupeKey: `interview-pass:${id}:${pass.paidAt?.toISOString() ?? ''}`,
  });
}
