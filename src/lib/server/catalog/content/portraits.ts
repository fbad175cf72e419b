import type { AvatarVariants } from '#lib/domain/core/avatar.ts';
import { contentImageUrl } from '#lib/server/images/content-source.ts';

/** Addresses of files instead of inlined data, so that responses stay small and pictures are cached. */
const files: Record<string, string> = import.meta.glob('../../../../assets/portraits/*.{svg,jpg,png,webp}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

const addresses = new Map(
  Object.entries(files).map(
    // In development Vite leaves `?no-inline` behind.
    ([path, address]) => [path.replace(/^.*\/|\.\w+$/g, ''), address.replace(/\?.*$/, '')] as const,
  ),
);

export const portraitNames: readonly string[] = [...addresses.keys()];

/** Returns the address of a portrait by its file's name, or null. */
const portraitUrl = (name: string): string | null => addresses.get(name) ?? null;

/**
 * Returns a portrait in the shape of a user's avatar (USER-01): the file, and the square around the face (IMG-01). The square
 * has a format that every program reads, also where the file is a drawing.
 */
export function portraitAvatar(
  name: string | null,
): (AvatarVariants & { '192X192': { url: string }; s3Url: string }) | null {
  const url = name && portraitUrl(name);
  return url
    ? { '192X192': { url: contentImageUrl(`portraits/${name}`, { thumb: 192 }) }, s3Url: url }
    : null;
}
