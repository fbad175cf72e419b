import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadPersonNames } from './person-names.ts';

/** The people whom a change by staff informs: accounts, and interviewers, who may be guests without an account. */

const interviewerSender: SenderName = 'interviewer-invite';

/** Interviewers get calendar files of what happens to their slots. */
export const isToInterviewer = ({ sender }: { sender?: string | null }): boolean =>
  sender === interviewerSender;

/** Returns the interviewers with these addresses, each with the address. */
export async function listInterviewersAt(
  db: Db,
  emails: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  if (!emails.length) return [];
  return db
    .selectFrom('interviewer')
    .select(['id', 'name', 'email'])
    .where('email', 'in', [...new Set(emails)])
    .orderBy('id')
    .execute();
}

/** Loads the names of accounts and of interviewers by their ids; those that are deleted are left out. */
export async function loadNotifiedNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const names = await loadPersonNames(db, ids);
  const others = ids.filter((id) => !names.has(id));
  if (!others.length) return names;
  const guests = await db
    .selectFrom('interviewer')
    .select(['id', 'name'])
    .where('id', 'in', others)
    .execute();
  return new Map([...names, ...guests.map(({ id, name }) => [id, name] as const)]);
}
