import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type {
  NotificationText,
  notificationTextRoutes,
} from '#lib/contract/staff/hiring/notification-texts.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatNotification } from '#lib/domain/hiring/applications/application-notifications.ts';
import { fieldText } from '#lib/domain/hiring/applications/message-fields.ts';
import {
  isNotificationTextAction,
  type NotificationTextAction,
  notificationKinds,
} from '#lib/domain/hiring/applications/notification-kinds.ts';
import { findRole } from '#lib/server/auth/roles.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { listStaff } from '../grant-role.ts';
import { loadPersonNames } from '../person-names.ts';

/** The texts about moves of applications. All staff read them; admins change them for everybody. */

type Routes = typeof notificationTextRoutes;
type Content = NotificationText['standard'];

export const notificationTextHandlers: Handlers<keyof Routes> = {
  'GET /api/v1/staff/notification-texts/': async ({ db }) => {
    const results = await listNotificationTexts(db);
    return { count: results.length, next: null, results };
  },
  'PATCH /api/v1/staff/notification-texts/{action}/update/': ({ db, session, params, body }) => {
    const { version, ...content } = body;
    return saveText(db, session.user.id, params.action, version, content);
  },
  'POST /api/v1/staff/notification-texts/{action}/restore/': ({ db, session, params, body }) =>
    saveText(db, session.user.id, params.action, body.version, null),
};

/** Lists the texts in the order of `notificationKinds`. */
export async function listNotificationTexts(db: Db): Promise<NotificationText[]> {
  const rows = await db.selectFrom('notificationText').selectAll().execute();
  const names = await loadPersonNames(
    db,
    rows.map(({ updatedById }) => updatedById),
  );
  return keysOf(notificationKinds).map((action) => {
    const row = rows.find((one) => one.action === action);
    const standard = formatStandard(action);
    const isOwn = row?.subject && row.text && row.shortText;
    const own = isOwn ? { subject: row.subject, text: row.text, shortText: row.shortText } : null;
    return {
      ...{ action, label: notificationKinds[action], standard, isStandard: own === null },
      ...((own ?? standard) as Content),
      version: row?.version ?? 0,
      updatedBy: row ? (names.get(row.updatedById) ?? null) : null,
      updatedAt: row?.updatedAt.toISOString() ?? null,
    };
  });
}

/** Loads the text about a move. Throws NOT_FOUND for a move whose text cannot be changed. */
export async function requireNotificationText(db: Db, action: string): Promise<NotificationText> {
  const found = (await listNotificationTexts(db)).find((one) => one.action === action);
  if (!found) throw new HttpError('NOT_FOUND', { message: 'There is no such text' });
  return found;
}

/** Lists the names of the admins, who can change the texts. */
export async function listAdminNames(db: Db): Promise<string[]> {
  const staff = await listStaff(db);
  return staff.filter(({ role }) => role === 'admin').map(({ name }) => name);
}

/** Returns the standard text with its fields, as the product would send it about a candidate whose values are the fields. */
function formatStandard(action: NotificationTextAction): Content {
  const job = `${fieldText('jobTitle')} at ${fieldText('employerName')}`;
  const input = { job, stageTitle: fieldText('stage'), time: null };
  const { subject, text } = formatNotification(action, input) ?? { subject: '', text: '' };
  return { subject, text, shortText: text };
}

/**
 * Replaces the version of a text that the caller has read; null stands for the standard text. One statement checks the version
 * and that the caller is an admin. Throws NOT_FOUND, PERMISSION_DENIED and STALE_WRITE.
 */
async function saveText(
  db: Db,
  staffId: string,
  action: string,
  version: number,
  content: Content | null,
): Promise<NotificationText> {
  if (!isNotificationTextAction(action)) return requireNotificationText(db, action);
  await db.transaction().execute(async (trx) => {
    const before = await requireNotificationText(trx, action);
    const { rows } = await sql<{ id: string }>`
      insert into notification_text as stored (action, id, subject, text, short_text, updated_by_id)
      select ${action}, ${uuidv7()}::uuid, ${content?.subject ?? null}, ${content?.text ?? null},
        ${content?.shortText ?? null}, admin.user_id
      from user_role admin
      where admin.user_id = ${staffId} and admin.role = 'admin' and ${before.version}::int = ${version}::int
      for share of admin
      on conflict (action) do update set subject = excluded.subject, text = excluded.text,
        short_text = excluded.short_text, version = stored.version + 1, updated_by_id = excluded.updated_by_id,
        updated_at = now()
      where stored.version = ${version}
      returning id`.execute(trx);
    const [row] = rows;
    if (!row) throw await createRefusal(trx, staffId, action);
    await recordStaffAudit(trx, staffId, `notificationText.${content ? 'UPDATE' : 'RESTORE'}`, row.id, {
      name: before.label,
      ...listChanges(before, content ?? before.standard),
    });
  });
  return requireNotificationText(db, action);
}

/** Returns the parts that differ, before and after. */
function listChanges(before: Content, after: Content) {
  const changed = (['subject', 'text', 'shortText'] as const).filter((name) => before[name] !== after[name]);
  const pick = (content: Content) => Object.fromEntries(changed.map((name) => [name, content[name]]));
  return { from: pick(before), to: pick(after) };
}

async function createRefusal(trx: Db, staffId: string, action: string): Promise<HttpError> {
  if ((await findRole(trx, staffId)) !== 'admin')
    return new HttpError('PERMISSION_DENIED', { message: 'Only an admin can change this text' });
  const current = await requireNotificationText(trx, action);
  const message = `${current.updatedBy ?? 'Somebody'} has changed this text. Look at it again before you save.`;
  return new HttpError('STALE_WRITE', { message, extra: { current } });
}
