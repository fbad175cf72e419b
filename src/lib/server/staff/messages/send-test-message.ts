import { v7 as uuidv7 } from 'uuid';
import { createOtpMessage } from '#lib/server/auth/otp/issue-otp.ts';
import type { Config } from '#lib/server/config.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import { generateCode } from '#lib/server/core/one-time-code.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import {
  createTestDeliveries,
  DeliveryError,
  DeliveryPausedError,
  type Message,
} from '#lib/server/messages/index.ts';

export const testMedia = ['SMS', 'VOICE_CALL', 'WHATSAPP', 'EMAIL'] as const;
export type TestMedium = (typeof testMedia)[number];

/** Says why no test message is sent, as a sentence for the terminal. */
export class TestMessageError extends Error {}

const testsPerHour = 5;

/**
 * Sends a test message to an admin's own number or address by each provider that is set up for the medium. Returns a line for each with
 * what the provider answered. An SMS and a call have the text of a code, because India's operators let only registered texts through; the
 * code belongs to no request, so it opens nothing. Throws TestMessageError. [C-11, C-17]
 */
export async function sendTestMessage(
  { db, config, log }: { db: Db; config: Config; log: Log },
  { to, medium }: { to: string; medium: TestMedium },
): Promise<string[]> {
  const adminId = await requireAdmin(db, to);
  const deliveries = createTestDeliveries({ db, config, log });
  try {
    if (!deliveries[medium].length) throw new TestMessageError('No provider is set up for this.');
    const key = `messages:test:${adminId}`;
    const exceeded = await consume(db, [{ key, max: testsPerHour, windowSeconds: 3600 }]);
    if (exceeded) throw new TestMessageError(`${testsPerHour} tests an hour. Try again later.`);
    await recordAudit(db, {
      ...{ actorId: adminId, action: 'message.TEST', subjectType: 'message', subjectId: uuidv7() },
      details: { medium },
    });
    const lines: string[] = [];
    for (const { provider, deliver } of deliveries[medium])
      lines.push(
        `${provider}: ${await deliver(createTestMessage(config, to, medium), uuidv7()).then(() => 'accepted', describeFailure)}`,
      );
    return lines;
  } finally {
    deliveries.close();
  }
}

/** Messages go to nobody but admins, so that the command cannot be used to write to others. */
async function requireAdmin(db: Db, to: string): Promise<string> {
  const admin = await db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .select('appUser.id')
    .where('role', '=', 'admin')
    .where('phoneVerifiedAt', 'is not', null)
    .where((eb) => eb.or([eb('phoneE164', '=', to), eb(eb.fn('lower', ['email']), '=', to.toLowerCase())]))
    .executeTakeFirst();
  if (!admin) throw new TestMessageError(`${to} is not the number or the email of an admin.`);
  return admin.id;
}

function createTestMessage({ siteOrigin }: Config, to: string, medium: TestMedium): Message {
  if (medium === 'SMS' || medium === 'VOICE_CALL')
    return createOtpMessage({ phoneE164: to, medium, code: generateCode(), siteOrigin });
  const text = `This is a test of the messages of ${siteOrigin}. There is nothing to do.`;
  return { to, medium, text, ...(medium === 'EMAIL' && { subject: 'Test message' }) };
}

function describeFailure(error: unknown): string {
  if (error instanceof DeliveryPausedError) return `not sent: ${error.message}`;
  if (!(error instanceof DeliveryError)) throw error;
  return `${error.isUncertain ? 'unknown, it may have been sent' : 'refused'}: ${error.message}`;
}
