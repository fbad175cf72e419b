import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findOwn } from '#lib/domain/core/record.ts';
import { type ImageShape, imageSrcset, imageUrl, type PictureSize } from '#lib/domain/media/images.ts';
import type { ImageSource } from './source.ts';

const files: Record<string, string> = import.meta.glob(
  '../../../assets/{portraits,pictures}/**/*.{svg,png,jpg,jpeg,webp,avif}',
  { query: '?url&no-inline', import: 'default', eager: true },
);

/**
 * The pictures of src/assets by id, with the address at which the build serves each. Illustrations are not among them, because
 * they take their colours from the page.
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
 * Creates the source of `content/portraits/ananya-iyer`: pictures of src/assets by their path without the extension.
 * @param folder the build's client folder; in development and in tests the project's root
 */
export function contentSource(folder: string): ImageSource {
  return {
    async find(id) {
      // The id is looked up in a list, so it cannot reach another file.
      const address = findOwn(addresses, id);
      if (!address) return null;
      const path = join(folder, address);
      const { size, mtimeMs } = await stat(path);
      return {
        version: versionOf(address) ?? `${size}-${mtimeMs}`,
        isTrusted: true,
        size,
        read: () => readFile(path),
      };
    },
  };
}

/** Returns the address of a picture of src/assets. In production it has a version and may be cached for ever. */
export const contentImageUrl = (id: string, shape: ImageShape): string => imageUrl(addressOf(id), shape);

/** Returns the srcset of a picture of src/assets, for a server-rendered page. [IMG-01] */
export const contentImageSrcset = (id: string, size: PictureSize): string => imageSrcset(addressOf(id), size);

function addressOf(id: string) {
  const address = addresses[id];
  if (!address)
    throw new Error(
      `src/assets holds no picture "${id}". Write its path without the ending, as in portraits/ananya-iyer.`,
    );
  return { source: `content/${id}`, version: versionOf(address) };
}

/** Returns the hash that the build puts into a file's name: `/_astro/ananya-iyer.Dk3f9a_x.svg`. */
const versionOf = (address: string) => /^\/_astro\/.*\.([\w-]{8,})\.\w+$/.exec(address)?.[1] ?? null;
