import type { TestApi } from '../api.ts';

/**
 * Delivers all messages that are due. A round that the worker began before a message was queued does not include it, so
 * a second round follows the first.
 */
export async function deliverDue({ messages }: Pick<TestApi, 'messages'>): Promise<void> {
  await messages.deliverQueued();
  await messages.deliverQueued();
}
