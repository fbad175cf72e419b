import type { AvatarVariants } from '#lib/domain/core/avatar.ts';
import { contentImageUrl } from '#lib/server/images/content-source.ts';

/** Files, never data: addresses, so that the API's answer stays small and a page's picture is cached. */
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

/** The address of a portrait by its file's name; null for a name that no file has. */
export const portraitUrl = (name: string): string | null => addresses.get(name) ?? null;

/**
 * In the shape in which a user's picture comes (USER-01): the file, and the square around the face (IMG-01) in a format
 * that every program reads, also where the file is a drawing.
 */
export function portraitAvatar(
  name: string | null,
): (AvatarVariants & { '192X192': { url: string }; s3Url: string }) | null {
  const url = name && portraitUrl(name);
  return url
    ? { '192X192': { url: contentImageUrl(`portraits/${name}`, { thumb: 192 }) }, s3Url: url }
    : null;
}
