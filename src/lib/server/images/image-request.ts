import { type ImageShape, imageHeights, type ThumbSize, thumbSizes } from '#lib/domain/media/images.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export interface ImageRequest {
  shape: ImageShape;
  /** The source's name and the id within it. */
  source: string;
  id: string;
  version: string | null;
}

/** `q` and `f` are allowed with one value each (C-34). */
const parameters: Record<string, RegExp> = { v: /^[\w.-]{1,64}$/, q: /^85$/, f: /^auto$/ };

/**
 * Parses `/images/thumb/{size}/{source}/{id}` and `/images/height/{height}/{source}/{id}`. Throws NOT_FOUND, or
 * IMAGE_PARAMS_INVALID for a size that is not listed and for an unknown or repeated parameter. [IMG-01]
 */
export function parseImageRequest({ pathname, searchParams }: URL): ImageRequest {
  const [, kind, size, source, id] = /^\/images\/([^/]+)\/([^/]+)\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  if (!kind || !size || !source || !id) throw new HttpError('NOT_FOUND');
  const shape = shapeOf(kind, size);
  for (const [name, value] of searchParams) {
    const allowed = Object.hasOwn(parameters, name) && searchParams.getAll(name).length === 1;
    if (!allowed || !parameters[name]?.test(value))
      throw new HttpError('IMAGE_PARAMS_INVALID', { fields: [name.slice(0, 40)] });
  }
  return { shape, source, id: decode(id), version: searchParams.get('v') };
}

function shapeOf(kind: string, size: string): ImageShape {
  const findSize = <T extends number>(list: readonly T[]) => list.find((one) => String(one) === size);
  const thumb: ThumbSize | undefined = kind === 'thumb' ? findSize(thumbSizes) : undefined;
  if (thumb) return { thumb };
  const height = kind === 'height' ? findSize(imageHeights) : undefined;
  if (height) return { height };
  if (kind !== 'thumb' && kind !== 'height') throw new HttpError('NOT_FOUND');
  throw new HttpError('IMAGE_PARAMS_INVALID', {
    message: `The sizes are ${(kind === 'thumb' ? thumbSizes : imageHeights).join(', ')}`,
    fields: [kind === 'thumb' ? 'size' : 'height'],
  });
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new HttpError('NOT_FOUND');
  }
}
