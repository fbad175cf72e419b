/**
 * Addresses of the image proxy (IMG-01, C-34). Its sizes are a fixed list, so that nobody can make it render a thousand
 * variants of one picture. The server rejects every other size.
 */

/** Sides of square thumbnails, cropped to the face. */
export const thumbSizes = [48, 64, 96, 128, 192, 256, 384, 512] as const;
export type ThumbSize = (typeof thumbSizes)[number];

/** Heights of pictures that keep their shape. */
export const imageHeights = [120, 160, 240, 320, 480, 640, 1024] as const;
export type ImageHeight = (typeof imageHeights)[number];

/** A square thumbnail by its side, or a picture by its height, in CSS pixels. */
export type ImageShape = { thumb: ThumbSize } | { height: ImageHeight };

export interface ImageAddress {
  /** `content/portraits/ananya-iyer` for a picture of src/assets, `media/{id}` for an upload. */
  source: string;
  /** Version of the source's bytes. An address with it may be cached for ever. */
  version?: string | null | undefined;
}

/** Returns the address of a picture in a shape. The server chooses the format by what the browser accepts. [IMG-01] */
export function imageUrl({ source, version }: ImageAddress, shape: ImageShape): string {
  const size = 'thumb' in shape ? `thumb/${shape.thumb}` : `height/${shape.height}`;
  const path = source.split('/').map(encodeURIComponent).join('/');
  return `/images/${size}/${path}${version ? `?v=${version}` : ''}`;
}

/** The size of a picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** No screen needs a narrower picture. */
const minSrcsetWidth = 320;

/** Returns the `srcset` of a picture: every listed height that it has, by width. [IMG-01] */
export function imageSrcset(address: ImageAddress, { width, height }: PictureSize): string {
  return imageHeights
    .map((one) => ({ one, wide: Math.round((one * width) / height) }))
    .filter(({ one, wide }) => one <= height && wide >= minSrcsetWidth)
    .map(({ one, wide }) => `${imageUrl(address, { height: one })} ${wide}w`)
    .join(', ');
}

/** A picture that a page preloads. */
export interface PreloadedImage {
  /** The only file, where there is no srcset. */
  src?: string | undefined;
  srcset?: string | undefined;
  sizes?: string | undefined;
  /** `image/avif`, where the picture has several types. A browser that does not know the type preloads nothing. */
  type?: string | undefined;
}

/** Returns the attributes of a `<link>` that preloads a picture. [IMG-02] */
export function preloadImage({ src, srcset, sizes, type }: PreloadedImage) {
  return {
    rel: 'preload',
    as: 'image',
    // A browser without imagesrcset would load a second picture by this address.
    href: srcset ? undefined : src,
    imagesrcset: srcset,
    imagesizes: sizes,
    type,
    fetchpriority: 'high',
  } as const;
}
