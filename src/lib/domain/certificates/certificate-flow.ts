import type { Transition } from '#lib/domain/core/state-machine.ts';
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
] as const satisfies readonly Transition<StoredStatus, string, 'hasReason' | 'isShown' | 'isHidden'>[];

export type CertificateAction = (typeof certificateTable)[number]['action'];
