import { v7 as uuidv7 } from 'uuid';
import { type Attribution, type ConversionKind, readAttribution } from '#lib/domain/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';

/** Where the visitor of this request came from, by the cookies that our pages wrote (TRACK-01, TRACK-02). */
export function attributionOf(cookies: Cookies): Attribution {
  return readAttribution((name) => cookies.getReadable(name));
}

export interface Conversion extends Attribution {
  kind: ConversionKind;
  /** Id of the user, request or application. */
  subjectId: string;
  userId: string | null;
}

/** Writes the row in the conversion's own transaction. It is never changed: a second one of the same subject is none. */
export async function recordConversion(
  trx: Db,
  { firstTouch, sessionTouch, ...conversion }: Conversion,
): Promise<void> {
  await trx
    .insertInto('conversion')
    .values({
      id: uuidv7(),
      ...conversion,
      firstTouch: firstTouch && JSON.stringify(firstTouch),
      sessionTouch: sessionTouch && JSON.stringify(sessionTouch),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
