import * as z from 'zod/mini';
import { instant } from '#lib/contract/account/user.ts';
import { call } from '#lib/contract/core/define.ts';

export const media = z.object({
  id: z.string(),
  kind: z.enum(['IMAGE', 'DOCUMENT']),
  /** What it is after re-encoding, whatever was sent: `image/webp`, `application/pdf`. */
  mimeType: z.string(),
  /** As the sender named it, cleaned, with the ending of what it is now. */
  name: z.string(),
  bytes: z.number(),
  /** Of a picture, in pixels. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  isPublic: z.boolean(),
  /** Path where it is served; a private one to its owner only. */
  url: z.string(),
  /** Of a public picture, for the image proxy: `media/{id}`. */
  source: z.nullable(z.string()),
  createdAt: instant,
});
export type Media = z.output<typeof media>;

export const mediaCalls = {
  'POST /api/v1/upload/': call({
    row: 'API-34',
    summary: 'Upload one JPEG, PNG, WebP or PDF as multipart: `public` (flag) and `file`',
    who: 'uploader',
    limits: [{ bucket: 'upload', max: 200, windowSeconds: 3600 }],
    takesFile: true,
    answer: media,
    errors: [
      'FILE_REQUIRED',
      'FILE_TYPE_NOT_ALLOWED',
      'FILE_INVALID',
      'IMAGE_TOO_LARGE',
      'UPLOAD_QUOTA_EXCEEDED',
    ],
  }),

  'POST /api/v1/upload/token/': call({
    row: 'C-33',
    summary: 'A bearer for uploads to the media host: for this person, for uploads only, for ten minutes',
    who: 'verified',
    limits: [{ bucket: 'upload-token', max: 60, windowSeconds: 3600 }],
    answer: z.object({ token: z.string(), uploadUrl: z.string(), expiresAt: instant }),
  }),

  'DELETE /api/v1/media/{mediaId}/delete/': call({
    row: 'C-32',
    summary: 'Delete an own upload; what shows it shows nothing. What went with an application stays',
    who: 'verified',
    answer: z.object({}),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  }),
};
