import { imageUrl } from '#lib/domain/media/images.ts';
import { mediaSource } from '#lib/domain/media/media.ts';

/** Returns the path of an employer's logo in its own shape; null without one. [IMG-01] */
export const presentLogo = (mediaId: string | null): string | null =>
  mediaId && imageUrl({ source: mediaSource(mediaId) }, { height: 160 });
