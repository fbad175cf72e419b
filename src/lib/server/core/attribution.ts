import { v7 as uuidv7 } from 'uuid';
import { type Attribution, type ConversionKind, parseAttribution } from '#lib/domain/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Reads where the visitor of a request came from out of the cookies that our pages set. [TRACK-01, TRACK-02] */
export function attributionOf(cookies: { getReadable(name: string): string | null }): Attribution {
  return parseAttribution((name) => cookies.getReadable(name));
}

export interface Conversion extends Attribution {
  kind: ConversionKind;
  /** Id of the user, request or application. */
  subjectId: string;
  userId: string | null;
}

/** Inserts the row in the conversion's own transaction. A second conversion of the same subject is ignored. */
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
