/** Format of the response. `plain` is JPEG, or PNG where a picture has transparent parts. */
export type ChosenFormat = 'avif' | 'webp' | 'plain';

/**
 * Returns the best format that `Accept` names (RFC 9110, 12.5.1). A wildcard does not count, because clients that know
 * neither format also send `image/*`. [IMG-01]
 */
export function chooseFormat(accept: string): ChosenFormat {
  const weights = new Map(accept.toLowerCase().split(',').map(parseWeight));
  // The sort is stable: at equal weights AVIF, the smaller format, stays first.
  const [best] = (['avif', 'webp'] as const)
    .filter((format) => (weights.get(`image/${format}`) ?? 0) > 0)
    .sort((a, b) => (weights.get(`image/${b}`) ?? 0) - (weights.get(`image/${a}`) ?? 0));
  return best ?? 'plain';
}

function parseWeight(part: string): [string, number] {
  const [name = '', ...rest] = part.split(';').map((text) => text.trim());
  const weight = rest.find((text) => text.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'svg';

/** Returns the type of a picture by its first bytes, or null, because a name or a header can be wrong. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp';
  if (/^[\s\S]{4}ftypavi[fs]/.test(start)) return 'avif';
  if (/^(\xef\xbb\xbf)?\s*<(svg|\?xml)[\s>]/.test(start)) return 'svg';
  return null;
}
