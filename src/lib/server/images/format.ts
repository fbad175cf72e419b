/** What is sent: one of the two modern formats, or JPEG, or PNG where a picture has transparent parts. */
export type ChosenFormat = 'avif' | 'webp' | 'plain';

/**
 * [IMG-01] The best format that the client names in `Accept` (RFC 9110, 12.5.1). A wildcard names none: `image/*` is
 * also sent by clients that know neither.
 */
export function chooseFormat(accept: string): ChosenFormat {
  const named = new Map(accept.toLowerCase().split(',').map(weigh));
  // The sort is stable: of equal weights the smaller format.
  const [best] = (['avif', 'webp'] as const)
    .filter((format) => (named.get(`image/${format}`) ?? 0) > 0)
    .sort((a, b) => (named.get(`image/${b}`) ?? 0) - (named.get(`image/${a}`) ?? 0));
  return best ?? 'plain';
}

function weigh(part: string): [string, number] {
  const [name = '', ...rest] = part.split(';').map((text) => text.trim());
  const weight = rest.find((text) => text.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'svg';

/** What bytes are by how they begin: a name, an ending or a header is only a claim. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp';
  if (/^[\s\S]{4}ftypavi[fs]/.test(start)) return 'avif';
  if (/^(\xef\xbb\xbf)?\s*<(svg|\?xml)[\s>]/.test(start)) return 'svg';
  return null;
}
