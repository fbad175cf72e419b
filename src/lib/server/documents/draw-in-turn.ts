import { bulkhead } from 'cockatiel';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Of this process: the largest portfolio takes a core for some seconds, and the other one is for everybody else. */
const queue = bulkhead(1, 8);
const drawn = new Map<string, { version: number; bytes: Promise<Buffer> }>();

/**
 * One portfolio after the other, and of each person's one at a time: who presses twice gets the same.
 * @throws HttpError SERVICE_UNAVAILABLE while an older version is being drawn, or too many others wait
 */
export async function drawInTurn(
  { id, version }: { id: string; version: number },
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const known = drawn.get(id);
  if (known?.version === version) return known.bytes;
  const isFull = queue.executionSlots === 0 && queue.queueSlots === 0;
  if (known || isFull) throw new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
  const bytes = queue.execute(draw);
  drawn.set(id, { version, bytes });
  try {
    return await bytes;
  } finally {
    drawn.delete(id);
  }
}
