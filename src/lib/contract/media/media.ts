import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';

export const media = z.object({
  id: z.string(),
  kind: z.enum(['IMAGE', 'DOCUMENT']),
  /** Type of the stored file after re-encoding: `image/webp`, `application/pdf`, or that of a Word file. */
  mimeType: z.string(),
  /** The uploader's file name after sanitising, with the extension of the stored type. */
  name: z.string(),
  bytes: z.number(),
  /** Size of a picture in pixels. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  isPublic: z.boolean(),
  /** The path that serves the file. Only its owner can read a private file. */
  url: z.string(),
  /** Source of a public picture for the image proxy: `media/{id}`. */
  source: z.nullable(z.string()),
  createdAt: instant,
});
export type Media = z.output<typeof media>;

export const mediaRoutes = {
  'POST /api/v1/upload/': endpoint({
    row: 'API-34',
    summary: 'Upload one JPEG, PNG, WebP, PDF or private Word file as multipart: `public` (flag) and `file`',
    access: 'uploader',
    // Limits requests. server/media/media-repository.ts limits the number of stored files. [C-32]
    limits: [perAccount('upload', 200, 3600)],
    acceptsFile: true,
    response: media,
    errors: [
      'FILE_REQUIRED',
      'FILE_TYPE_NOT_ALLOWED',
      'FILE_INVALID',
      'IMAGE_TOO_LARGE',
      'UPLOAD_QUOTA_EXCEEDED',
    ],
  }),

  'POST /api/v1/upload/token/': endpoint({
    row: 'C-33',
    summary:
      'Get a bearer token for uploads to the media host; it is valid for this person, for uploads and for ten minutes',
    access: 'verified',
    limits: [perAccount('upload-token', 60, 3600)],
    response: z.object({ token: z.string(), uploadUrl: z.string(), expiresAt: instant }),
  }),

  'DELETE /api/v1/media/{mediaId}/delete/': endpoint({
    row: 'C-32',
    summary: 'Delete an upload. Pages stop showing it; a file sent with an application is kept',
    access: 'verified',
    response: z.object({}),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  }),
};
