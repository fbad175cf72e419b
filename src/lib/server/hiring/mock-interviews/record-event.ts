import { v7 as uuidv7 } from 'uuid';
import type {
  MockInterviewAction,
  MockInterviewStatus,
} from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';

interface MockInterviewChange {
  action: MockInterviewAction;
  from: MockInterviewStatus | null;
  to: MockInterviewStatus;
  /** The time that it has after the change. */
  startsAt: Date;
  publicNote?: string | null;
}

/** Inserts the history row and, for staff, the audit row. Returns the id of the history row. */
export async function recordMockInterviewEvent(
  trx: Db,
  mockInterviewId: string,
  actor: Actor,
  { action, from, to, startsAt, publicNote = null }: MockInterviewChange,
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('mockInterviewEvent')
    .values({
      ...{ id, mockInterviewId, action, fromStatus: from, toStatus: to, startsAt, publicNote },
      actorType: actor.type,
      actorId: actor.id,
    })
    .execute();
  const subject = { subjectType: 'mockInterview', subjectId: mockInterviewId };
  await auditTransition(trx, actor, { ...subject, action, from, to, details: { startsAt, publicNote } });
  return id;
}
