import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageShape, imageSrcset, imageUrl, type PictureSize } from '#lib/domain/media/images.ts';
import type { ImageSource } from './source.ts';

const files: Record<string, string> = import.meta.glob(
  '../../../assets/{portraits,pictures}/**/*.{svg,png,jpg,jpeg,webp,avif}',
  { query: '?url&no-inline', import: 'default', eager: true },
);

/**
 * The pictures that editors keep, by id, with the address under which the build serves each. Illustrations are none of
 * them: their colours are those of the page around them.
 */
const addresses = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [
    path.replace(/^.*\/assets\//, '').replace(/\.\w+$/, ''),
    // In development Vite leaves `?no-inline` behind.
    address.replace(/\?.*$/, ''),
  ]),
);

export const contentImageIds: readonly string[] = Object.keys(addresses);

/**
 * `content/portraits/ananya-iyer`: the pictures of src/assets by their path, without the ending.
 * @param folder the build's client folder; in development and in tests the project's root
 */
export function contentSource(folder: string): ImageSource {
  return {
    async find(id) {
      // A look-up in the list, so no id can name another file.
      const address = Object.hasOwn(addresses, id) ? addresses[id] : undefined;
      if (!address) return null;
      const path = join(folder, address);
      const { size, mtimeMs } = await stat(path);
      return {
        version: versionOf(address) ?? `${size}-${mtimeMs}`,
        trusted: true,
        size,
        read: () => readFile(path),
      };
    },
  };
}

/** The address of a picture of src/assets: with its version in production, so that it may be kept for ever. */
export const contentImageUrl = (id: string, shape: ImageShape): string => imageUrl(addressOf(id), shape);

/** [IMG-01] The widths of such a picture, for a page that is made while somebody waits. */
export const contentImageSrcset = (id: string, size: PictureSize): string => imageSrcset(addressOf(id), size);

function addressOf(id: string) {
  const address = addresses[id];
  if (!address)
    throw new Error(
      `src/assets holds no picture "${id}". Write its path without the ending, as in portraits/ananya-iyer.`,
    );
  return { source: `content/${id}`, version: versionOf(address) };
}

/** A build puts a hash of the bytes into the name: `/_astro/ananya-iyer.Dk3f9a_x.svg`. */
const versionOf = (address: string) => /^\/_astro\/.*\.([\w-]{8,})\.\w+$/.exec(address)?.[1] ?? null;
