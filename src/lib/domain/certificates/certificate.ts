/** `DRAFT → ISSUED → REVOKED | REPLACED`. Only an issued one is vouched for. */
export const certificateStatuses = ['DRAFT', 'ISSUED', 'REVOKED', 'REPLACED'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];
