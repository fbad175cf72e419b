/**
 * Addresses of the image proxy (IMG-01, C-34). Its sizes are a fixed list, so that nobody makes it draw a thousand
 * variants of one picture; the server refuses every other.
 */

/** Sides of square thumbnails, cropped to the face. */
export const thumbSizes = [48, 64, 96, 128, 192, 256, 384, 512] as const;
export type ThumbSize = (typeof thumbSizes)[number];

/** Heights of pictures that keep their shape. */
export const imageHeights = [120, 160, 240, 320, 480, 640, 1024] as const;
export type ImageHeight = (typeof imageHeights)[number];

/** A square of a side, or a picture of a height, in CSS pixels. */
export type ImageShape = { thumb: ThumbSize } | { height: ImageHeight };

export interface ImageAddress {
  /** `content/portraits/ananya-iyer` for what editors keep, `media/{id}` for what people upload. */
  source: string;
  /** Of the source's bytes: an address with it may be kept for ever. */
  version?: string | null | undefined;
}

/** [IMG-01] The format is chosen by what the browser accepts, the quality is always 85. */
export function imageUrl({ source, version }: ImageAddress, shape: ImageShape): string {
  const size = 'thumb' in shape ? `thumb/${shape.thumb}` : `height/${shape.height}`;
  const path = source.split('/').map(encodeURIComponent).join('/');
  return `/images/${size}/${path}${version ? `?v=${version}` : ''}`;
}

/** A picture's own, in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Narrower ones are for no screen. */
const leastWidth = 320;

/** [IMG-01] The picture in every listed height that it has, by width, as `srcset` takes it together with `sizes`. */
export function imageSrcset(address: ImageAddress, { width, height }: PictureSize): string {
  return imageHeights
    .map((one) => ({ one, wide: Math.round((one * width) / height) }))
    .filter(({ one, wide }) => one <= height && wide >= leastWidth)
    .map(({ one, wide }) => `${imageUrl(address, { height: one })} ${wide}w`)
    .join(', ');
}

/** What a page asks for early. */
export interface PreloadedImage {
  /** The one file, where there is no srcset. */
  src?: string | undefined;
  srcset?: string | undefined;
  sizes?: string | undefined;
  /** `image/avif`, when the picture has several: a browser that does not know the type asks for nothing. */
  type?: string | undefined;
}

/** [IMG-02] The attributes of a `<link>` that asks for a picture before the page's parser meets it. */
export function preloadImage({ src, srcset, sizes, type }: PreloadedImage) {
  return {
    rel: 'preload',
    as: 'image',
    // A browser that knows no imagesrcset would load a second picture by this.
    href: srcset ? undefined : src,
    imagesrcset: srcset,
    imagesizes: sizes,
    type,
    fetchpriority: 'high',
  } as const;
}
