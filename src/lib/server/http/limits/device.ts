import { timingSafeEqual } from 'node:crypto';
import { v4 as uuidv4 } from 'uuid';
import { type Config, derive } from '#lib/server/config.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';

/** A browser, as limits count it. It names nobody. */
export interface Device {
  id: string;
  /** Whether somebody verified a number on it. Such a device needs no proof of work. [C-12] */
  hasHistory: boolean;
}

const cookieName = 'device-id';
const yearSeconds = 31_536_000;

/** Returns the device of the request. Without a valid cookie it is a new one, whose cookie the response sets. [C-10, C-12] */
export function requireDevice(cookies: Cookies, config: Pick<Config, 'secretKeys'>): Device {
  const known = findDevice(cookies, config);
  if (known) return known;
  const device = { id: uuidv4(), hasHistory: false };
  setDevice(cookies, config, device);
  return device;
}

/** Records that somebody has verified a number on this device. [C-12] */
export function recordVerification(cookies: Cookies, config: Pick<Config, 'secretKeys'>): void {
  setDevice(cookies, config, { id: findDevice(cookies, config)?.id ?? uuidv4(), hasHistory: true });
}

function findDevice(cookies: Cookies, { secretKeys }: Pick<Config, 'secretKeys'>): Device | null {
  const [, id = '', history, signature = ''] =
    /^([\da-f-]{36})\.([01])\.([\w-]+)$/.exec(cookies.get(cookieName) ?? '') ?? [];
  const device = { id, hasHistory: history === '1' };
  const isSigned = secretKeys.some((key) => {
    const expected = Buffer.from(sign(key, device));
    const sent = Buffer.from(signature);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  return isSigned ? device : null;
}

function setDevice(cookies: Cookies, { secretKeys }: Pick<Config, 'secretKeys'>, device: Device): void {
  const value = `${device.id}.${Number(device.hasHistory)}.${sign(secretKeys[0], device)}`;
  cookies.set(cookieName, value, { maxAgeSeconds: yearSeconds });
}

const sign = (secretKey: string, { id, hasHistory }: Device) =>
  derive(secretKey, `device-id:${id}:${hasHistory}`);
