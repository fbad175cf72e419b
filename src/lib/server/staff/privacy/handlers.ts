import type { staffPrivacyRoutes } from '#lib/contract/staff/privacy/privacy-requests.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { Handlers } from '#lib/server/context.ts';
import { type Db, withoutTimeouts } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type ContactData, eraseContact, findContactData } from '#lib/server/privacy/contact-data.ts';
import { recordStaffAudit } from '../audit.ts';
import { requireAdmin } from '../require-staff.ts';

/** Handlers of requests about personal data by people without an account. The audit has the number of rows, and no contact. */
export const staffPrivacyHandlers: Handlers<keyof typeof staffPrivacyRoutes> = {
  'POST /api/v1/staff/privacy/export/': async ({ db, session, body }) => {
    await requireRecentAdmin(db, session);
    return inOneTransaction(db, async (trx) => {
      const found = await requireWithoutAccount(trx, body.contact);
      await recordStaffAudit(trx, session.user.id, 'privacy.EXPORT', session.user.id, countRows(found));
      return { json: JSON.stringify({ contact: found.contact, tables: found.tables }, null, 2) };
    });
  },

  'POST /api/v1/staff/privacy/erase/': async ({ db, session, body }) => {
    await requireRecentAdmin(db, session);
    return inOneTransaction(db, async (trx) => {
      const found = await requireWithoutAccount(trx, body.contact);
      if (found.rows !== body.rows) throw new HttpError('STALE_WRITE');
      const counts = await eraseContact(trx, body.contact, found);
      await recordStaffAudit(trx, session.user.id, 'privacy.ERASE', session.user.id, counts);
      return { counts };
    });
  },
};

/** A search of all messages may take longer than other requests have. */
const inOneTransaction = <Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> =>
  withoutTimeouts(db, (own) => own.transaction().execute(run));

async function requireRecentAdmin(db: Db, session: Session): Promise<void> {
  await requireAdmin(db, session);
  if (!session.isFresh) throw new HttpError('REAUTH_REQUIRED');
}

/** Finds the data of a contact. Throws `INVALID_STATE` for that of an account: its owner alone decides, after an OTP. */
async function requireWithoutAccount(trx: Db, contact: string): Promise<ContactData> {
  const found = await findContactData(trx, contact);
  if (found.hasAccount)
    throw new HttpError('INVALID_STATE', {
      message: 'This is the contact of an account. Ask the person to log in and open Your data.',
    });
  return found;
}

const countRows = ({ tables }: ContactData) =>
  Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
