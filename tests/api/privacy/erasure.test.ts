import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { recordAudit } from '#lib/server/core/audit.ts';
import { mailboxOf } from '#lib/server/core/mailbox-sql.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import { findOwnExport } from '#lib/server/privacy/data-export.ts';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { eraseData } from '#lib/server/privacy/erase-data.ts';
import { makeExports } from '#lib/server/privacy/make-exports.ts';
import { grantRole } from '#lib/server/staff/grant-role.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, type Person, signUp, signUpVerified } from '../../support/auth/people.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { insertOffer, shortlistForOffer } from '../../support/hiring/offers.ts';
import { insertApplications, requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();

const askForCall = (phone: string, email: string) =>
  test.visitor().call('POST /api/v1/cap/request-sales-callback/', {
    ...{ first_name: 'Kavya', last_name: 'Nair', email, country_iso_code: 'IN', phone },
    ...{ preferred_window: 'ASAP', consent: true },
  });
const askForBrochure = (email: string) =>
  test.visitor().call('POST /api/v1/programs/embark-pro/send-brochure/', { email });

const leadOf = async (phone: string) =>
  (
    await test.db
      .selectFrom('lead')
      .select('id')
      .where('phoneE164', '=', `+91${phone}`)
      .executeTakeFirstOrThrow()
  ).id;

const userOf = (phone: string) =>
  test.db.selectFrom('appUser').selectAll().where('phoneE164', '=', `+91${phone}`).executeTakeFirstOrThrow();

async function signUpAdmin(): Promise<Visitor> {
  const { e164, visitor } = await signUpStaff(test);
  await grantRole(test.db, e164, 'admin');
  return visitor;
}

async function merge(admin: Visitor, phone: string, other: string): Promise<void> {
  const { status } = await admin.call(`POST /api/v1/staff/leads/${await leadOf(phone)}/merge/`, {
    other_lead_id: await leadOf(other),
  });
  expect(status).toBe(200);
}

async function changePhone({ visitor }: Person, phone: string): Promise<void> {
  await visitor.call('PATCH /api/v2/user/change-phone/', { country_iso_code: 'IN', phone });
  const { body } = await visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
  const otp = await test.codeFor(`+91${phone}`);
  const { status } = await visitor.call('POST /api/v1/user/phone-verification/verify-otp/', {
    ...{ otp_id: body.otp_id, otp },
  });
  expect(status).toBe(200);
}

const addAudit = (name: string) =>
  recordAudit(test.db, {
    ...{ actorId: randomUUID(), action: 'lead.MERGE', subjectType: 'lead', subjectId: randomUUID() },
    details: { note: `Called\n${name}` },
  });

/** Returns the columns in which a text stands, whatever the case. */
async function findTexts(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(test.db);
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t`.execute(test.db);
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (texts.some((one) => (JSON.stringify(value) ?? '').toLowerCase().includes(one)))
          found.add(`${name}.${column}: ${JSON.stringify(value).slice(0, 100)}`);
  }
  return [...found];
}

it('[C-20] merged leads, another spelling of the address, a former number and an offer’s letter are in the copy, and nothing of them is left', async () => {
  await restoreJobs(test.db);
  const admin = await signUpAdmin();
  const [former, merged, now, stranger] = [newPhone(), newPhone(), newPhone(), newPhone()];
  await askForCall(former, 'asha.verma@gmail.com');
  await askForCall(merged, 'other@example.com');
  await askForCall(stranger, 'anasha.verma@gmail.com');
  await merge(admin, former, merged);
  await askForBrochure('ashaverma+work@googlemail.com');
  const person = await signUpVerified(test, { phone: former, email: 'Asha.Verma@gmail.com' });
  await changePhone(person, now);
  await addAudit(former);
  const user = await userOf(now);
  const [applicationId = ''] = await insertApplications(test.db, [
    { userId: user.id, jobId: (await requireJobBySlug(test.db, 'inside-sales-associate-cl13')).id },
  ]);
  await shortlistForOffer(test.db, applicationId);
  await insertOffer(test, applicationId);
  const { body: letter } = await upload(admin, { bytes: await createPlainPicture(9, 9).png().toBuffer() });
  await test.db.updateTable('jobOffer').set({ letterMediaId: letter.id }).execute();

  await person.visitor.call('POST /api/v1/user/data-export/', {});
  await makeExports(test);
  const file = await findOwnExport(test, user.id);
  const zip = file ? await text(file.stream) : '';
  for (const one of [former, merged, now, 'ashaverma+work@googlemail.com', 'other@example.com', letter.id])
    expect(zip).toContain(one);
  expect(zip).toContain(`files/${letter.id}`);
  expect(zip).not.toMatch(new RegExp(`anasha|${stranger}`));

  await sql`insert into account_deletion (user_id, due_at) values (${user.id}, now())`.execute(test.db);
  await deleteDueAccounts(test);
  await deliverDue(test);
  await deleteDueAccounts(test);
  await test.db.deleteFrom('inboxMessage').execute();
  const left = await findTexts([merged, now, '"asha.verma@', 'ashaverma', 'other@example.com', letter.id]);
  expect(left.filter((one) => !one.includes('anasha'))).toEqual([]);
  expect(await test.mediaStore.get(letter.id)).toBe(null);
  expect(existsSync(`${test.config.dataDir}/media/${letter.id.slice(-2)}/${letter.id}`)).toBe(false);
  // Somebody with a longer address keeps the request.
  const kept = await test.db.selectFrom('callbackRequest').select('email').orderBy('id').execute();
  expect(kept.map(({ email }) => email)).toEqual(['anasha.verma@gmail.com']);
});

it('[C-20] a former number is removed from the audit of its time, and who has it now keeps a request', async () => {
  const [former, now] = [newPhone(), newPhone()];
  const person = await signUpVerified(test, { phone: former });
  await addAudit(former);
  await changePhone(person, now);
  await askForCall(former, 'new-owner@example.com');
  const { id } = await userOf(now);
  await sql`insert into account_deletion (user_id, due_at) values (${id}, now())`.execute(test.db);
  await deleteDueAccounts(test);
  await test.db.deleteFrom('inboxMessage').execute();
  expect(await findTexts([now])).toEqual([]);
  const kept = await test.db.selectFrom('callbackRequest').select('phoneE164').execute();
  expect(kept).toEqual([{ phoneE164: `+91${former}` }]);
  const audit = await test.db.selectFrom('auditEvent').select('details').execute();
  expect(audit).toEqual([{ details: { note: 'Called\n…' } }]);
});

it('[C-39] staff see exactly what an erasure deletes, also of merged leads', async () => {
  const admin = await signUpAdmin();
  const [first, second] = [newPhone(), newPhone()];
  await askForCall(first, 'kavya.nair+jobs@gmail.com');
  await askForCall(second, 'two@example.com');
  await merge(admin, first, second);
  for (const contact of [second, 'Kavya.Nair@gmail.com']) {
    const { body } = await admin.call('POST /api/v1/staff/privacy/export/', { contact });
    const { tables } = JSON.parse(body.json) as { tables: Record<string, unknown[]> };
    expect([tables.lead, tables.lead_contact, tables.callback_request].map((rows) => rows?.length)).toEqual([
      2, 4, 2,
    ]);
    expect(tables.lead_event?.length).toBeGreaterThan(1);
  }
  const { body } = await admin.call('POST /api/v1/staff/privacy/export/', { contact: second });
  const rows = Object.values((JSON.parse(body.json) as { tables: object }).tables).flat().length;
  const erased = await admin.call('POST /api/v1/staff/privacy/erase/', { contact: second, rows });
  expect(erased).toMatchObject({ status: 200, body: { counts: { callback_request: 2, lead: 2 } } });
  expect(await test.db.selectFrom('callbackRequest').select('id').execute()).toEqual([]);
});

it('[C-22] staff find and erase a number that somebody entered and never verified', async () => {
  const admin = await signUpAdmin();
  const { phone } = await signUp(test);
  const { body } = await admin.call('POST /api/v1/staff/privacy/export/', { contact: phone });
  const { tables } = JSON.parse(body.json) as { tables: Record<string, unknown[]> };
  expect(tables.app_user).toHaveLength(1);
  const rows = Object.values(tables).flat().length;
  const { status } = await admin.call('POST /api/v1/staff/privacy/erase/', { contact: phone, rows });
  expect(status).toBe(200);
  expect(await findTexts([phone])).toEqual([]);
});

it('[C-37] the database has one spelling for a mailbox as the server has', async () => {
  const addresses = [
    ...[
      'Asha.Verma+a+b@GMAIL.com',
      'a.b@googlemail.com',
      '+a@gmail.com',
      'a.b+c@example.com',
      '+@example.com',
    ],
    ...['A@Example.COM', 'a@b@gmail.com', 'x+y@z@example.com', 'a@notgmail.com', 'a+@gmail.com'],
  ];
  for (const address of addresses) {
    const { rows } = await sql<{ one: string }>`select ${mailboxOf(sql`${address}::text`)} as one`.execute(
      test.db,
    );
    expect(rows[0]?.one).toBe(normalizeMailbox(address));
  }
});

// The embedded database runs one transaction at a time.
it.runIf(inject('databaseUrl' as never) !== undefined)(
  '[C-39] an erasure waits for a change of an application before it deletes what hangs on it, so that neither is a deadlock',
  async () => {
    await restoreJobs(test.db);
    const phone = newPhone();
    await signUpVerified(test, { phone });
    const { id: userId } = await userOf(phone);
    const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
    const [applicationId = ''] = await insertApplications(test.db, [{ userId, jobId }]);
    await sql`insert into conversion (id, kind, subject_id, user_id)
      values (${randomUUID()}, 'APPLICATION', ${applicationId}, ${userId})`.execute(test.db);
    const erase = () =>
      test.db.transaction().execute(async (trx) => {
        await eraseData(trx, { userIds: [userId], phones: [], emails: [], former: [], names: [] });
        await trx.deleteFrom('appUser').where('id', '=', userId).execute();
      });
    const { erased } = await test.db.transaction().execute(async (trx) => {
      await sql`select from job_application where id = ${applicationId} for update`.execute(trx);
      const started = erase();
      await Promise.race([started, waitForLock()]);
      // A trigger locks the row of the report.
      await sql`update job_application set replied_at = now() where id = ${applicationId}`.execute(trx);
      return { erased: started };
    });
    await erased;
    const left = test.db.selectFrom('appUser').select('id').where('id', '=', userId);
    expect(await left.execute()).toEqual([]);
  },
);

/** Waits until a connection waits for a lock. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      test.db,
    );
    if (rows.length) return;
  }
}
