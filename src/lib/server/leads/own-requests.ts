import type { CallbackStatus } from '#lib/domain/leads/callback.ts';
import { isCallAhead } from '#lib/domain/leads/own-call.ts';
import type { Config } from '#lib/server/config.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { callbackPath } from './callback-link.ts';

/** A brochure or a call that a person has requested. */
export interface OwnRequest {
  id: string;
  kind: 'BROCHURE' | 'CALLBACK';
  /** The programme of a brochure, or the topic of a call. */
  about: string | null;
  /** The number of a callback. */
  reference: string | null;
  requestedAt: Date;
  /** Null for a brochure. */
  call: OwnCall | null;
}

interface OwnCall {
  status: CallbackStatus;
  /** When we call at the latest. */
  expectedBy: Date;
  /** The page that moves or cancels the call; null when it is over, or goes to a number that is not proven to be theirs. */
  changePath: string | null;
}

const maxRequests = 10;

/** Lists the newest requests that a person has made while signed in, and calls to their verified number. */
export async function listOwnRequests(
  { db, config }: { db: Db; config: Pick<Config, 'secretKeys'> },
  { userId, phoneE164 }: { userId: string; phoneE164: string | null },
): Promise<OwnRequest[]> {
  const brochures = await db
    .selectFrom('brochureRequest')
    .select(['id', 'programSlug', 'requestedAt'])
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .limit(maxRequests)
    .execute();
  const calls = await db
    .selectFrom('callbackRequest')
    .select(['id', 'reference', 'topic', 'requestedAt', 'expectedBy', 'status', 'phoneE164 as phone'])
    .where((where) =>
      where.or([
        where('userId', '=', userId),
        ...(phoneE164 === null ? [] : [where('phoneE164', '=', phoneE164)]),
      ]),
    )
    .orderBy('requestedAt', 'desc')
    .limit(maxRequests)
    .execute();
  const now = await databaseNow(db);
  const requests = [
    ...brochures.map(({ id, programSlug, requestedAt }) => ({
      ...{ id, kind: 'BROCHURE' as const, about: programSlug, requestedAt },
      ...{ reference: null, call: null },
    })),
    ...calls.map(({ id, reference, topic, requestedAt, phone, ...call }) => ({
      ...{ id, kind: 'CALLBACK' as const, about: topic, reference, requestedAt },
      call: {
        ...call,
        changePath: phone === phoneE164 && isCallAhead(call, now) ? callbackPath(config, reference) : null,
      },
    })),
  ];
  return requests
    .toSorted((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime())
    .slice(0, maxRequests);
}
