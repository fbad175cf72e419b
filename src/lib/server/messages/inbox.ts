import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { Attachment, Medium, Message } from './message.ts';

/** A message that was stored instead of delivered, in the shape of `/dev/inbox.json`. */
export interface InboxMessage {
  to: string;
  medium: Medium;
  subject: string | null;
  text: string;
  code: string | null;
  /** The path of an email's HTML part; null without one. */
  htmlPath: string | null;
  attachments: readonly Attachment[];
  at: Date;
}

export interface Inbox {
  /** Lists messages, newest first; with `to`, those of one recipient. */
  list(to?: string): Promise<InboxMessage[]>;
  /** Returns the HTML part of an email, or null where there is none. */
  findHtml(id: number): Promise<string | null>;
}

const storedMessages = 500;
const listedMessages = 100;

/** Creates an inbox that stores messages in the database, so that every process shows them, also after a restart. */
export function createInbox(db: Db): Inbox & { deliver(message: Message): Promise<null> } {
  return {
    async deliver({ to, medium, subject = null, text, html = null, attachments, code = null }) {
      const { id } = await db
        .insertInto('inboxMessage')
        .values({
          recipient: to,
          medium,
          subject,
          text,
          html,
          attachments: attachments?.length ? JSON.stringify(attachments) : null,
          code,
          at: sql<Date>`clock_timestamp()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('inboxMessage')
        .where('id', '<=', id - storedMessages)
        .execute();
      return null;
    },

    async list(to) {
      const rows = await db
        .selectFrom('inboxMessage')
        .select(['recipient as to', 'medium', 'subject', 'text', 'code'])
        .select(
          sql<string | null>`'/dev/inbox/' || case when html is not null then id end || '.html'`.as(
            'htmlPath',
          ),
        )
        .select(['attachments', 'at'])
        .$if(to !== undefined, (query) => query.where('recipient', '=', to as string))
        .orderBy('id', 'desc')
        .limit(listedMessages)
        .execute();
      return rows.map((row) => ({ ...row, attachments: row.attachments ?? [] }));
    },

    async findHtml(id) {
      const row = await db.selectFrom('inboxMessage').select('html').where('id', '=', id).executeTakeFirst();
      return row?.html ?? null;
    },
  };
}
