import * as z from 'zod/mini';
import { instant } from '#lib/contract/core/instant.ts';

/** A document that a candidate and staff exchange. */
export const sentFile = z.object({
  mediaId: z.string(),
  name: z.string(),
  /** Visible only to the candidate and staff. */
  url: z.string(),
});

/** A résumé with what its candidate needs to recognise it. */
export const resumeFile = z.extend(sentFile, {
  /** `application/pdf`, or the media type of a Word file. */
  mimeType: z.string(),
  bytes: z.number(),
  uploadedAt: instant,
});
export type ResumeFile = z.output<typeof resumeFile>;
