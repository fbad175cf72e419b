import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { deviceKinds } from '#lib/domain/auth/devices.ts';

/** A signed-in browser. */
export const session = z.object({
  /** A public id made for this list. It cannot be used to log in (C-19). */
  id: z.string(),
  /**
   * The device as the browser's User-Agent describes it: `Chrome on Android`. It is only shown, because a
   * browser can send anything.
   */
  device: z.string(),
  kind: z.enum(deviceKinds),
  createdAt: instant,
  /** Rounded to the hour (C-20). */
  lastSeenAt: instant,
  /** True for the session that sends this request. */
  isCurrent: z.boolean(),
});

export type SignedInDevice = z.output<typeof session>;

const ending = perAccount('end-session', 60, 3600);

/**
 * The sessions of a person and endpoints to end them (C-20). People with an unverified number may use them
 * too.
 */
export const sessionRoutes = {
  'GET /api/v1/user/sessions/': endpoint({
    row: 'C-20',
    summary: 'List the person’s sessions: the current one first, then by last use',
    access: 'signed-in',
    query: z.object(paging),
    response: listOf(session),
  }),

  'DELETE /api/v1/user/sessions/{sessionId}/': endpoint({
    row: 'C-20',
    summary: 'End one of the person’s sessions; for the current one, this is the same as logging out',
    access: 'signed-in',
    limits: [ending],
    response: z.object({}),
    errors: ['NOT_FOUND'],
  }),

  'POST /api/v1/user/sessions/end-others/': endpoint({
    row: 'C-20',
    summary: 'End all other sessions of the person',
    access: 'signed-in',
    limits: [ending],
    response: z.object({
      /** Number of sessions that were ended. */
      ended: z.number(),
    }),
  }),
};
