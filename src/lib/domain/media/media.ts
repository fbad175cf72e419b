/** What may be uploaded (C-32), for both ends of the wire. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const largestUpload = 5 * 1024 * 1024;

/** Of a picture, in pixels; more is refused before any of them is read. */
export const mostPixels = 25_000_000;
export const longestSide = 8192;

export const isPictureType = (type: string): boolean => (pictureTypes as readonly string[]).includes(type);

/** Whether the server takes a picture of this file size, width and height. */
export const isWithinPictureLimits = (
  { size }: { size: number },
  { width, height }: { width: number; height: number },
): boolean => size <= largestUpload && width * height <= mostPixels && Math.max(width, height) <= longestSide;

/** What one account may hold, and upload in an hour. */
export const mediaQuota = { files: 50, bytes: 100 * 1024 * 1024, perHour: 10 } as const;

/** Where a file is served. The name is for people: it is what a download is called. */
export const mediaPath = (id: string, name: string): string => `/media/${id}/${encodeURIComponent(name)}`;

/** What the image proxy calls a public picture. */
export const mediaSource = (id: string): string => `media/${id}`;

/** `3.4 MB`, as a person reads it. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const inMegabytes = bytes >= 1024 * 1024;
  const size = bytes / (inMegabytes ? 1024 * 1024 : 1024);
  return `${size < 10 && inMegabytes ? size.toFixed(1) : Math.round(size)} ${inMegabytes ? 'MB' : 'KB'}`;
}

/**
 * What is wrong with what a person chose, by what the browser says of it; null when nothing is (FORM-12, C-32). The
 * server looks at the bytes themselves. A rule without a schema: kinds that only files need would be part of every form.
 */
export function fileError(chosen: unknown, kind: 'picture' | 'upload' | 'file' = 'upload'): string | null {
  if (!(chosen instanceof File) || chosen.size === 0) return 'Please choose a file';
  if (kind === 'file') return null;
  const [types, words] =
    kind === 'picture'
      ? ([pictureTypes, 'a JPEG, PNG or WebP picture'] as const)
      : ([uploadTypes, 'a JPEG, PNG, WebP or PDF file'] as const);
  if (!(types as readonly string[]).includes(chosen.type)) return `Please choose ${words}`;
  return chosen.size > largestUpload ? `Please choose a file of at most ${sizeText(largestUpload)}` : null;
}
