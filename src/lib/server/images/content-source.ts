import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageShape, imageUrl } from '../../domain/images.ts';
import type { ImageSource } from './source.ts';

const files: Record<string, string> = import.meta.glob(
  '../../../assets/{portraits,illustrations}/**/*.{svg,png,jpg,jpeg,webp,avif}',
  { query: '?url&no-inline', import: 'default', eager: true },
);

/** The pictures that editors keep, by id, with the address under which the build serves each. */
const addresses = Object.fromEntries(
  Object.entries(files).map(([path, address]) => [
    path.replace(/^.*\/assets\//, '').replace(/\.\w+$/, ''),
    address,
  ]),
);

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
export function contentImageUrl(id: string, shape: ImageShape): string {
  if (!addresses[id])
    throw new Error(
      `src/assets holds no picture "${id}". Write its path without the ending, as in portraits/ananya-iyer.`,
    );
  return imageUrl({ source: `content/${id}`, version: versionOf(addresses[id]) }, shape);
}

/** A build puts a hash of the bytes into the name: `/_astro/ananya-iyer.Dk3f9a_x.svg`. */
const versionOf = (address: string) => /^\/_astro\/.*\.([\w-]{8,})\.\w+$/.exec(address)?.[1] ?? null;
