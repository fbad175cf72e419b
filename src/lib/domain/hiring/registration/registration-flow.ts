import { formatList } from '#lib/domain/core/format-list.ts';
import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';

/** The status of a candidate's Moonshot registration (API-40). */
export const registrationStatusLabels = {
  NOT_REGISTERED: 'Not registered',
  REGISTERED: 'Registered',
  DETAILS_IN_PROGRESS: 'Details in progress',
  DETAILS_SUBMITTED: 'Details submitted',
  VERIFIED: 'Verified',
  NEEDS_CORRECTION: 'Needs correction',
} as const;
export type RegistrationStatus = keyof typeof registrationStatusLabels;

/** Returns the classes of the status badge that staff see: green once the details are checked. */
export function registrationBadge(status: RegistrationStatus): string {
  if (status === 'VERIFIED') return 'badge badge-success';
  return status === 'DETAILS_SUBMITTED' ? 'badge badge-accent' : 'badge';
}

/** In these statuses a candidate may submit applications. */
const submittedRegistrations = ['DETAILS_SUBMITTED', 'VERIFIED'] as const;

export const hasSubmittedDetails = (status: RegistrationStatus | null): boolean =>
  (submittedRegistrations as readonly (RegistrationStatus | null)[]).includes(status);

export const registrationTable = [
  { action: 'REGISTER', from: [null], to: 'REGISTERED', by: ['CANDIDATE'] },
  {
    action: 'SAVE_DETAILS',
    from: ['REGISTERED', 'DETAILS_IN_PROGRESS'],
    to: 'DETAILS_IN_PROGRESS',
    by: ['CANDIDATE'],
  },
  { action: 'SAVE_DETAILS', from: ['NEEDS_CORRECTION'], to: 'NEEDS_CORRECTION', by: ['CANDIDATE'] },
  // Submitted details may change but stay complete; after a change, verified details need another review.
  {
    action: 'SAVE_DETAILS',
    from: ['DETAILS_SUBMITTED', 'VERIFIED'],
    to: 'DETAILS_SUBMITTED',
    by: ['CANDIDATE'],
    needs: ['isComplete'],
  },
  {
    action: 'SUBMIT_DETAILS',
    from: ['REGISTERED', 'DETAILS_IN_PROGRESS', 'NEEDS_CORRECTION'],
    to: 'DETAILS_SUBMITTED',
    by: ['CANDIDATE'],
    needs: ['isComplete'],
  },
  { action: 'VERIFY', from: ['DETAILS_SUBMITTED'], to: 'VERIFIED', by: ['STAFF'] },
  {
    action: 'ASK_CORRECTION',
    from: ['DETAILS_SUBMITTED', 'VERIFIED'],
    to: 'NEEDS_CORRECTION',
    by: ['STAFF'],
    needs: ['hasNote'],
  },
] as const satisfies readonly Transition<RegistrationStatus, string, RegistrationNeed>[];

export type RegistrationAction = (typeof registrationTable)[number]['action'];
export type RegistrationNeed = 'isComplete' | 'hasNote';

export interface RegistrationGuardContext {
  /** Labels of required fields without a value, as they would be afterwards. */
  missing: readonly string[];
  /** The corrections that staff ask for. */
  publicNote: string | null;
}

export const registrationFlow: Flow<
  RegistrationStatus,
  RegistrationAction,
  RegistrationNeed,
  RegistrationGuardContext
> = {
  table: registrationTable,
  guards: {
    isComplete: ({ missing }) => (missing.length ? `Still missing: ${formatList(missing)}.` : null),
    hasNote: ({ publicNote }) => (publicNote ? null : 'Write what the candidate should correct.'),
  },
  wrongStatus: (action, status) =>
    status === null || status === 'NOT_REGISTERED'
      ? 'Register for Moonshot first.'
      : `The status of this registration is “${registrationStatusLabels[status]}”, so it cannot be ${participles[action]}.`,
};

const participles: Record<RegistrationAction, string> = {
  REGISTER: 'made again',
  SAVE_DETAILS: 'changed',
  SUBMIT_DETAILS: 'submitted',
  VERIFY: 'verified',
  ASK_CORRECTION: 'sent back',
};
