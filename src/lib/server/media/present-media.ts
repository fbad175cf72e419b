import type { Media } from '#lib/contract/media/media.ts';
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

/** Returns the addresses of an avatar: the square from the image proxy, and the stored file. [USER-01] */
export function presentAvatar(mediaId: string | null) {
  if (!mediaId) return null;
  return {
    '192X192': { url: imageUrl({ source: mediaSource(mediaId) }, { thumb: 192 }) },
    s3Url: mediaPath(mediaId, 'avatar.webp'),
  };
}
