import type { Media } from '#lib/contract/media/media.ts';
import { imageUrl } from '#lib/domain/media/images.ts';
import { mediaPath, mediaSource } from '#lib/domain/media/media.ts';
import type { MediaRow } from './media-rows.ts';

/** Row → wire. */
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

/** USER-01: the square that pages show, by the image proxy, and the file that it is made of. */
export function presentAvatar(mediaId: string | null) {
  if (!mediaId) return null;
  return {
    '192X192': { url: imageUrl({ source: mediaSource(mediaId) }, { thumb: 192 }) },
    s3Url: mediaPath(mediaId, 'avatar.webp'),
  };
}
