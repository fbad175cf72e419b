import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { Medium, Message } from './message.ts';

/** What a developer reads instead of a telephone; the shape of `/dev/inbox.json`. */
export interface InboxMessage {
  to: string;
  medium: Medium;
  subject: string | null;
  text: string;
  code: string | null;
  at: Date;
}

export interface Inbox {
  /** Newest first; only those to one recipient where given. */
  list(to?: string): Promise<InboxMessage[]>;
}

const kept = 500;
const shown = 100;

/** Keeps every message in the database, so that any process and a restarted one show it. */
export function createInbox(db: Db): Inbox & { deliver(message: Message): Promise<void> } {
  return {
    async deliver({ to, medium, subject = null, text, code = null }) {
      const { id } = await db
        .insertInto('inboxMessage')
        .values({ recipient: to, medium, subject, text, code, at: sql<Date>`clock_timestamp()` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('inboxMessage')
        .where('id', '<=', id - kept)
        .execute();
    },

    list(to) {
      return db
        .selectFrom('inboxMessage')
        .select(['recipient as to', 'medium', 'subject', 'text', 'code', 'at'])
        .$if(to !== undefined, (query) => query.where('recipient', '=', to as string))
        .orderBy('id', 'desc')
        .limit(shown)
        .execute();
    },
  };
}
