import { parse } from 'bowser';
import { v7 as uuidv7 } from 'uuid';
import {
  type Attribution,
  type ConversionKind,
  type DeviceKind,
  parseAttribution,
} from '#lib/domain/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';

interface Visit {
  cookies: { getReadable(name: string): string | null };
  userAgent: string;
  /** Whether the browser sent Do Not Track or Global Privacy Control. */
  asksForPrivacy: boolean;
}

/**
 * Reads where the visitor of a request came from out of the cookies that our pages set. Of people who refused, or whose browser asks
 * not to track them, it reads nothing, whatever cookies an earlier visit has left. The device is known of browsers that have the
 * cookies. [TRACK-01, TRACK-02]
 */
export function attributionOf({ cookies, userAgent, asksForPrivacy }: Visit): Attribution {
  const isRefused = asksForPrivacy || cookies.getReadable('consent') === 'none';
  const attribution = parseAttribution((name) => (isRefused ? null : cookies.getReadable(name)));
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
