import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { executePrepared } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import {
  describeFailed,
  dismissMessages,
  type FailedRow,
  selectFailed,
} from '../messages/failed-messages.ts';
import type { StaffActionDeps } from '../undo/run-staff-action.ts';
import type { TodaySource } from './today-source.ts';

/** Messages that failed and that nobody has dealt with, the newest where there are too many. [C-41] */
export const failedMessages: TodaySource = {
  kind: 'MESSAGE',
  href: '/staff/messages/',
  list: async (db, _, limit) => {
    const query = sql<FailedRow>`${selectFailed()} order by at desc, id desc limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map((row) => {
      const { id, who, title, reason, channelLabel, href } = describeFailed(row);
      return {
        ...{ id: `MESSAGE:${id}`, kind: 'MESSAGE', subjectId: id, at: row.at, isLate: true },
        ...{ who, about: `${channelLabel}: ${title}. ${reason}`, href, action: 'Mark as done' },
      };
    });
  },
};

/** Takes a message that failed off the list, once. Throws NOT_FOUND where no message with this id has failed. */
export async function dismissMessage(deps: StaffActionDeps, staffId: string, id: string): Promise<void> {
  const failed = isUuid(id)
    ? await deps.db
        .selectFrom('outbox')
        .select('id')
        .where('id', '=', id)
        .where(sql<boolean>`(status = 'FAILED' or delivery = 'FAILED')`)
        .executeTakeFirst()
    : null;
  if (!failed) throw new HttpError('NOT_FOUND', { message: 'There is no such message' });
  await dismissMessages(deps, staffId, [failed.id]);
}
