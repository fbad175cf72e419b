import type { Media } from '#lib/contract/media/media.ts';
import type { ResumeFile } from '#lib/contract/media/sent-file.ts';
import { imageUrl } from '#lib/domain/media/images.ts';
import { mediaPath, mediaSource } from '#lib/domain/media/media.ts';
import type { MediaRow } from './media-repository.ts';

/** Converts a row to the API's shape. */
export function presentMedia({
  id,
  kind,
  mimeType,
  name,
  bytes,
  width,
  height,
  isPublic,
  createdAt,
}: MediaRow): Media {
  return {
    id,
    kind,
    mimeType,
    name,
    bytes,
    width,
    height,
    isPublic,
    url: mediaPath(id, name),
    source: isPublic && kind === 'IMAGE' ? mediaSource(id) : null,
    createdAt: createdAt.toISOString(),
  };
}

/** Presents a résumé to its candidate and staff. */
export const presentResume = (file: MediaRow | null): ResumeFile | null =>
  file && {
    mediaId: file.id,
    name: file.name,
    url: mediaPath(file.id, file.name),
    mimeType: file.mimeType,
    bytes: file.bytes,
    uploadedAt: file.createdAt.toISOString(),
  };

/** Returns the addresses of an avatar: the square from the image proxy, and the stored file. [USER-01] */
export function presentAvatar(mediaId: string | null) {
  if (!mediaId) return null;
  return {
    '192X192': { url: imageUrl({ source: mediaSource(mediaId) }, { thumb: 192 }) },
    s3Url: mediaPath(mediaId, 'avatar.webp'),
  };
}
