import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import type { StoredStatus } from './certificate.ts';

/**
 * Every transition of a certificate. A correction of the name keeps the certificate and its link, and makes a new version;
 * a replacement is another certificate, to which the old link leads. The holder is the actor CANDIDATE.
 */
const certificateTable = [
  { action: 'ISSUE', from: [null, 'DRAFT'], to: 'ISSUED', by: ['STAFF'] },
  { action: 'CORRECT', from: ['ISSUED'], to: 'ISSUED', by: ['STAFF'] },
  { action: 'REVOKE', from: ['ISSUED'], to: 'REVOKED', by: ['STAFF'], needs: ['hasReason'] },
  { action: 'REPLACE', from: ['ISSUED'], to: 'REPLACED', by: ['STAFF'], needs: ['hasReason'] },
  { action: 'HIDE', from: ['ISSUED'], to: 'ISSUED', by: ['CANDIDATE'], needs: ['isShown'] },
  { action: 'SHOW', from: ['ISSUED'], to: 'ISSUED', by: ['CANDIDATE'], needs: ['isHidden'] },
  { action: 'SHOW', from: ['REVOKED'], to: 'REVOKED', by: ['CANDIDATE'], needs: ['isHidden'] },
  { action: 'SHOW', from: ['REPLACED'], to: 'REPLACED', by: ['CANDIDATE'], needs: ['isHidden'] },
] as const satisfies readonly Transition<StoredStatus, string, CertificateNeed>[];

export type CertificateAction = (typeof certificateTable)[number]['action'];
export type CertificateNeed = 'hasReason' | 'isShown' | 'isHidden';

export const certificateActionLabels: Record<CertificateAction, string> = {
  ISSUE: 'Issued',
  CORRECT: 'Name corrected',
  REVOKE: 'Revoked',
  REPLACE: 'Replaced',
  HIDE: 'Hidden by the holder',
  SHOW: 'Shown again by the holder',
};

export interface CertificateGuardContext {
  isHidden: boolean;
  reason: string | null;
}

const statusTexts: Record<StoredStatus, string> = {
  DRAFT: 'This certificate is not issued yet.',
  ISSUED: 'This certificate is issued already.',
  REVOKED: 'This certificate is revoked.',
  REPLACED: 'This certificate is replaced by another one.',
};

export const certificateFlow: Flow<
  StoredStatus,
  CertificateAction,
  CertificateNeed,
  CertificateGuardContext
> = {
  table: certificateTable,
  guards: {
    hasReason: ({ reason }) => (reason ? null : 'Please write the reason'),
    isShown: ({ isHidden }) => (isHidden ? 'This certificate is hidden already.' : null),
    isHidden: ({ isHidden }) => (isHidden ? null : 'Everybody with the link sees this certificate.'),
  },
  wrongStatus: (_, status) => statusTexts[status ?? 'DRAFT'],
};
