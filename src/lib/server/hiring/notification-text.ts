import type { NotificationContent } from '#lib/domain/hiring/applications/application-notifications.ts';
import { fillFields } from '#lib/domain/hiring/applications/message-fields.ts';
import { isNotificationTextAction } from '#lib/domain/hiring/applications/notification-kinds.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { ApplicationAggregate } from './application-aggregate.ts';

/**
 * Loads what an admin wrote in the place of the standard text about a move, with its fields filled; `stage` is the title of the stage that
 * the move leads to. Returns null where the standard text is used.
 */
export async function loadNotificationText(
  db: Db,
  action: string,
  { application, job, person }: ApplicationAggregate,
  stage: string,
): Promise<NotificationContent | null> {
  if (!isNotificationTextAction(action)) return null;
  const row = await db
    .selectFrom('notificationText')
    .select(['subject', 'text', 'shortText'])
    .where('action', '=', action)
    .executeTakeFirst();
  if (!row?.subject || !row.text || !row.shortText) return null;
  const values = {
    firstName: person.firstName,
    fullName: [person.firstName, person.lastName].filter(Boolean).join(' '),
    jobTitle: job.title,
    employerName: job.employerName,
    stage,
    applicationNumber: application.number,
  };
  return {
    subject: fillFields(row.subject, values),
    text: fillFields(row.text, values),
    shortText: fillFields(row.shortText, values),
  };
}
