import { timingSafeEqual } from 'node:crypto';
import { type Config, derive } from '#lib/server/config.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import { recordVerification } from '#lib/server/http/limits/device.ts';

const cookieName = 'device';
const yearSeconds = 31_536_000;

/**
 * Sets a cookie that proves, without naming it, which number logged in on this device. The device then has a limit of its
 * own for that number, which strangers cannot use up. The mark of one number is of no use for another. [C-04, C-10]
 */
export function rememberDevice(cookies: Cookies, config: Config, phoneE164: string): void {
  recordVerification(cookies, config);
  cookies.set(cookieName, signPhone(config.secretKeys[0], phoneE164), { maxAgeSeconds: yearSeconds });
}

/** A number as one device uses it. */
export interface PhoneOnDevice {
  phoneE164: string;
  /** Whether the number logged in on this device: then the limits that strangers use up are not the device's. */
  isKnownDevice: boolean;
}

/** Returns the number with whether it logged in on the device that sent the request. [C-04, C-10] */
export const onDevice = (
  { cookies, config }: { cookies: Cookies; config: Config },
  phoneE164: string,
): PhoneOnDevice => ({ phoneE164, isKnownDevice: isKnownDevice(cookies, config, phoneE164) });

function isKnownDevice(cookies: Cookies, config: Config, phoneE164: string): boolean {
  const sent = Buffer.from(cookies.get(cookieName) ?? '');
  return config.secretKeys.some((key) => {
    const mark = Buffer.from(signPhone(key, phoneE164));
    return sent.length === mark.length && timingSafeEqual(sent, mark);
  });
}

const signPhone = (secretKey: string, phoneE164: string) => derive(secretKey, `device:${phoneE164}`);
