import type { LeadAction } from '#lib/domain/leads/lead-flow.ts';

/** Actions of staff that close or reopen a lead, with the texts of their buttons. */
export const leadMoves = {
  CONVERT: 'Enrolled',
  LOSE: 'Not interested',
  GIVE_UP: 'Could not be reached',
  REOPEN: 'Open again',
} as const satisfies Partial<Record<LeadAction, string>>;
export type LeadMove = keyof typeof leadMoves;

export const isLeadMove = (action: string): action is LeadMove => Object.hasOwn(leadMoves, action);
