import * as z from 'zod/mini';
import { endpoint, type Limit } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { deviceKinds } from '#lib/domain/auth/devices.ts';

/** A browser that is signed in. */
export const session = z.object({
  /** Public, made for this list: it signs nobody in (C-19). */
  id: z.string(),
  /** What the browser said that it is: `Chrome on Android`. For people to read, never to decide by. */
  device: z.string(),
  kind: z.enum(deviceKinds),
  createdAt: instant,
  /** Exact to an hour (C-20). */
  lastSeenAt: instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
});

export type SignedInDevice = z.output<typeof session>;

const ending: Limit = { bucket: 'end-session', max: 60, windowSeconds: 3600 };

/** Where a person is signed in (C-20), and ending it from afar. Open to those who have not proven their number too. */
export const sessionRoutes = {
  'GET /api/v1/user/sessions/': endpoint({
    row: 'C-20',
    summary: 'The browsers that the person is signed in with: this one, then those used last',
    access: 'signed-in',
    query: z.object(paging),
    response: listOf(session),
  }),

  'DELETE /api/v1/user/sessions/{sessionId}/': endpoint({
    row: 'C-20',
    summary: 'Sign one of the person’s own browsers out; this one too, as logging out does',
    access: 'signed-in',
    limits: [ending],
    response: z.object({}),
    errors: ['NOT_FOUND'],
  }),

  'POST /api/v1/user/sessions/end-others/': endpoint({
    row: 'C-20',
    summary: 'Sign the person out everywhere else',
    access: 'signed-in',
    limits: [ending],
    response: z.object({
      /** How many were signed out. */
      ended: z.number(),
    }),
  }),
};
