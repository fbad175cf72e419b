import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { reopenReasons, staffReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { reasonsFor, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { applicationIds } from '../hiring/application-owners.ts';
import { noteWithFields } from '../hiring/message-templates.ts';
import { optionalText } from '../list.ts';
import { confirmedFingerprint, messagePreview } from '../message-preview.ts';

/** Moves of several applications, and what staff see before they confirm one. */

const moveNotes = {
  /** One of the reasons to reopen for REOPEN, one of the others for other moves. */
  reasonCode: z.optional(
    z.nullable(z.enum(keysOf({ ...staffReasons, ...reopenReasons }), { error: 'Please choose a reason' })),
  ),
  /** Shown to the candidate. */
  publicNote: z.optional(noteWithFields),
  /** Shown to staff only. */
  privateNote: z.optional(optionalText(2000)),
};

/** Checks that the reason is one of those for the action. */
const reasonFits = z.refine<{ action: string; reasonCode?: string | null | undefined }>(
  ({ action, reasonCode }) => !reasonCode || Object.hasOwn(reasonsFor(action), reasonCode),
  { path: ['reasonCode'], error: 'Please choose a reason that fits the action' },
);

const action = z.enum(keysOf(staffMoves), { error: 'Please choose what to do' });

export const moveBody = z
  .strictObject({
    applicationIds,
    action,
    ...moveNotes,
    fingerprint: confirmedFingerprint,
  })
  .check(reasonFits);

const movesPreview = z.object({
  action,
  /** The applications that would be moved. */
  applications: z.array(z.object({ id: z.string(), number: z.string(), candidateName: z.string() })),
  /** Those that would not be moved, and why. */
  failed: z.array(z.object({ number: z.nullable(z.string()), message: z.string() })),
  messages: messagePreview,
});
export type MovesPreview = z.output<typeof movesPreview>;

export const applicationMoveRoutes = {
  'POST /api/v1/staff/job-applications/preview-move/': endpoint({
    row: 'API-42',
    summary: 'Get which applications a move would change, whom it would notify and with which texts',
    access: 'staff',
    body: moveBody,
    response: movesPreview,
  }),
};
