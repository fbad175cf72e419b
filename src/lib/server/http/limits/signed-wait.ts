import { timingSafeEqual } from 'node:crypto';
import { v4 as uuidv4 } from 'uuid';
import { type Config, derive } from '#lib/server/config.ts';
import type { ProofScope } from './proof-of-work.ts';

/** Seconds that a person without script waits in place of a proof of work. [C-12] */
export const waitSeconds = 10;

/** A form that waited longer than this is a new one. */
export const waitLifetimeSeconds = 1800;

type WaitConfig = Pick<Config, 'secretKeys'>;

/** Returns a text that stands in for a proof after ten seconds, once, for this route and network. */
export function createWait({ secretKeys }: WaitConfig, scope: ProofScope): string {
  const id = uuidv4();
  const startsAt = Date.now() + waitSeconds * 1000;
  return `${id}.${startsAt}.${sign(secretKeys[0], scope, id, startsAt)}`;
}

/** A wait that we signed. */
export interface Wait {
  id: string;
  /** 0 once it is over. */
  secondsLeft: number;
}

/** Returns the wait if we signed it for this scope within the last half hour, or null. The caller counts its id. */
export function verifyWait({ secretKeys }: WaitConfig, scope: ProofScope, text: string): Wait | null {
  const [, id = '', time = '', signature = ''] = /^([\da-f-]{36})\.(\d{13})\.([\w-]+)$/.exec(text) ?? [];
  const startsAt = Number(time);
  const sent = Buffer.from(signature);
  const isSigned = secretKeys.some((key) => {
    const expected = Buffer.from(sign(key, scope, id, startsAt));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  const elapsed = Date.now() - startsAt;
  if (!isSigned || elapsed > waitLifetimeSeconds * 1000) return null;
  return { id, secondsLeft: Math.max(0, Math.ceil(-elapsed / 1000)) };
}

const sign = (key: string, { route, network }: ProofScope, id: string, startsAt: number) =>
  derive(key, `wait:${route}:${network}:${id}:${startsAt}`);
