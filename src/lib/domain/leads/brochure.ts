/** Programmes that have a brochure (API-51). */
export const brochurePrograms = ['career-accelerator-program', 'embark-pro'] as const;
export type BrochureProgram = (typeof brochurePrograms)[number];

/** QUEUED until a mail server has taken it; FAILED once it was refused or tried for a day. */
export const brochureStatuses = ['QUEUED', 'SENT', 'FAILED'] as const;
export type BrochureStatus = (typeof brochureStatuses)[number];

export const isBrochureProgram = (slug: string): slug is BrochureProgram =>
  (brochurePrograms as readonly string[]).includes(slug);

/** Where the PDF is for everybody; the mail links to it too. */
export const brochurePath = (slug: BrochureProgram): string => `/programs/${slug}/brochure.pdf`;

/** What the file is called where it is saved. */
export const brochureFileName = (slug: BrochureProgram): string => `liftoff-${slug}.pdf`;
