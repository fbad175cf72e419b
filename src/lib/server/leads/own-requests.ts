import type { Db } from '#lib/server/db/index.ts';

/** A brochure or a call that a person has requested. */
export interface OwnRequest {
  id: string;
  kind: 'BROCHURE' | 'CALLBACK';
  /** The programme of a brochure, or the topic of a call. */
  about: string | null;
  /** The number of a callback. */
  reference: string | null;
  requestedAt: Date;
  /** When we call at the latest; null for a brochure. */
  expectedBy: Date | null;
}

const maxRequests = 10;

/** Lists the newest requests that a person has made while signed in, and calls to their verified number. */
export async function listOwnRequests(
  db: Db,
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
    .select(['id', 'reference', 'topic', 'requestedAt', 'expectedBy'])
    .where((where) =>
      where.or([
        where('userId', '=', userId),
        ...(phoneE164 === null ? [] : [where('phoneE164', '=', phoneE164)]),
      ]),
    )
    .orderBy('requestedAt', 'desc')
    .limit(maxRequests)
    .execute();
  const requests = [
    ...brochures.map(({ id, programSlug, requestedAt }) => ({
      ...{ id, kind: 'BROCHURE' as const, about: programSlug, requestedAt },
      ...{ reference: null, expectedBy: null },
    })),
    ...calls.map(({ topic, ...call }) => ({ ...call, kind: 'CALLBACK' as const, about: topic })),
  ];
  return requests
    .toSorted((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime())
    .slice(0, maxRequests);
}
