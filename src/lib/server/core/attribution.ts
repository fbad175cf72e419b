import { parse } from 'bowser';
import { v7 as uuidv7 } from 'uuid';
import {
  type Attribution,
  type ConversionKind,
  type DeviceKind,
  parseAttribution,
} from '#lib/domain/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Reads where the visitor of a request came from out of the cookies that our pages set. The device is known of browsers that
 * have them: those of people who refused have none. [TRACK-01, TRACK-02]
 */
export function attributionOf(
  cookies: { getReadable(name: string): string | null },
  userAgent = '',
): Attribution {
  const attribution = parseAttribution((name) => cookies.getReadable(name));
  return { ...attribution, device: attribution.firstTouch && userAgent ? deviceOf(userAgent) : null };
}

const devices: Record<string, DeviceKind> = { mobile: 'PHONE', tablet: 'TABLET', desktop: 'COMPUTER' };

/** Returns the kind of device that a browser names itself. */
export const deviceOf = (userAgent: string): DeviceKind =>
  devices[parse(userAgent).platform.type ?? ''] ?? 'OTHER';

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
