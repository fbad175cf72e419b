import { bulkhead } from 'cockatiel';
import { HttpError } from '#lib/server/http/http-error.ts';

/** This process draws one portfolio at a time: the largest takes a core for some seconds, and other requests need the other. */
const queue = bulkhead(1, 8);
const drawings = new Map<string, { version: number; bytes: Promise<Buffer> }>();

/**
 * Draws portfolios one after the other. Requests for the same version of a portfolio share one drawing. Throws
 * SERVICE_UNAVAILABLE while another version of it is being drawn, or when too many wait.
 */
export async function drawInTurn(
  { id, version }: { id: string; version: number },
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const running = drawings.get(id);
  if (running?.version === version) return running.bytes;
  const isFull = queue.executionSlots === 0 && queue.queueSlots === 0;
  if (running || isFull) throw new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
  const bytes = queue.execute(draw);
  drawings.set(id, { version, bytes });
  try {
    return await bytes;
  } finally {
    drawings.delete(id);
  }
}
