import { timingSafeEqual } from 'node:crypto';
import { type Config, derive } from '#lib/server/config.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';

const cookieName = 'device';
const yearSeconds = 31_536_000;

/** Remembers, without naming it, which number this device proved; worth a send budget of its own (C-10). */
export function rememberDevice(cookies: Cookies, config: Config, phoneE164: string): void {
  cookies.set(cookieName, markOf(config.secretKeys[0], phoneE164), { maxAgeSeconds: yearSeconds });
}

export function isKnownDevice(cookies: Cookies, config: Config, phoneE164: string): boolean {
  const sent = Buffer.from(cookies.get(cookieName) ?? '');
  return config.secretKeys.some((key) => {
    const mark = Buffer.from(markOf(key, phoneE164));
    return sent.length === mark.length && timingSafeEqual(sent, mark);
  });
}

const markOf = (secretKey: string, phoneE164: string) => derive(secretKey, `device:${phoneE164}`);
