/** QUEUED until a mail server has accepted the email; FAILED after it was rejected or tried for a day. */
export const brochureStatuses = ['QUEUED', 'SENT', 'FAILED'] as const;
export type BrochureStatus = (typeof brochureStatuses)[number];

/** Public path of the PDF. The email links to it. */
export const brochurePath = (slug: string): string => `/programs/${slug}/brochure.pdf`;

/** Name of the attached PDF. */
export const brochureFileName = (slug: string): string => `liftoff-${slug}.pdf`;
