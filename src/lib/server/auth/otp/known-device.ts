import { timingSafeEqual } from 'node:crypto';
import { type Config, derive } from '#lib/server/config.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';

const cookieName = 'device';
const yearSeconds = 31_536_000;

/**
 * Sets a cookie that proves, without naming it, which number logged in on this device. The device then has a limit of its
 * own for that number, which strangers cannot use up. [C-10]
 */
export function rememberDevice(cookies: Cookies, config: Config, phoneE164: string): void {
  cookies.set(cookieName, signPhone(config.secretKeys[0], phoneE164), { maxAgeSeconds: yearSeconds });
}

/** Returns whether this number logged in on the device that sent the cookie. */
export function isKnownDevice(cookies: Cookies, config: Config, phoneE164: string): boolean {
  const sent = Buffer.from(cookies.get(cookieName) ?? '');
  return config.secretKeys.some((key) => {
    const mark = Buffer.from(signPhone(key, phoneE164));
    return sent.length === mark.length && timingSafeEqual(sent, mark);
  });
}

const signPhone = (secretKey: string, phoneE164: string) => derive(secretKey, `device:${phoneE164}`);
