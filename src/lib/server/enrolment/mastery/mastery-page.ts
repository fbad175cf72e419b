import {
  type MasterySession,
  masteryPolicy,
  nextMasterySession,
} from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { listPrograms, type Program } from '#lib/server/catalog/content/index.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isPaidProgram } from '../register-person.ts';

export interface MasteryPage {
  session: MasterySession;
  seatsLeft: number;
  programs: Program[];
  /** The person's registration for this session. */
  openId: string | null;
}

/** Loads the page on which people register for the next session. */
export async function loadMasteryPage(db: Db, userId: string | null): Promise<MasteryPage> {
  const session = nextMasterySession(await databaseNow(db));
  const seats = await db
    .selectFrom('masterySeats')
    .select('taken')
    .where('sessionId', '=', session.id)
    .executeTakeFirst();
  const open = userId
    ? await db
        .selectFrom('masteryRegistration')
        .select('id')
        .where('userId', '=', userId)
        .where('sessionId', '=', session.id)
        .where('status', '<>', 'CANCELLED')
        .executeTakeFirst()
    : undefined;
  return {
    session,
    seatsLeft: Math.max(0, masteryPolicy.seatsPerSession - (seats?.taken ?? 0)),
    programs: listPrograms().filter(isPaidProgram),
    openId: open?.id ?? null,
  };
}
