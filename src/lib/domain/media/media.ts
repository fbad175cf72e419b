/** The files that may be uploaded, for the browser and the server. [C-32] */
const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export const pdfType = 'application/pdf';
export const wordTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
} as const;
/** Everything that a résumé may be. */
export const resumeTypes: readonly string[] = [pdfType, ...Object.values(wordTypes)];
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const maxUploadBytes = 5 * 1024 * 1024;

/** Limits of a picture, in pixels. The server rejects more before it decodes any of them. */
export const maxPicturePixels = 25_000_000;
export const maxPictureSide = 8192;

export const isPictureType = (type: string): boolean => (pictureTypes as readonly string[]).includes(type);

/** Returns whether the server accepts a picture of this file size, width and height. */
export const isWithinPictureLimits = (
  { size }: { size: number },
  { width, height }: { width: number; height: number },
): boolean =>
  size <= maxUploadBytes && width * height <= maxPicturePixels && Math.max(width, height) <= maxPictureSide;

/** The storage of one account, and its uploads per hour. */
export const mediaQuota = { files: 50, bytes: 100 * 1024 * 1024, perHour: 10 } as const;

/** Path at which a file is served. The name is what a browser calls the download. */
export const mediaPath = (id: string, name: string): string => `/media/${id}/${encodeURIComponent(name)}`;

/** Source of a public picture for the image proxy. */
export const mediaSource = (id: string): string => `media/${id}`;

/** Formats a number of bytes for people: `3.4 MB`. */
function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const inMegabytes = bytes >= 1024 * 1024;
  const size = bytes / (inMegabytes ? 1024 * 1024 : 1024);
  return `${size < 10 && inMegabytes ? size.toFixed(1) : Math.round(size)} ${inMegabytes ? 'MB' : 'KB'}`;
}

/** Describes a document: `PDF, 48 KB`. */
export const describeDocument = ({ mimeType, bytes }: { mimeType: string; bytes: number }): string =>
  `${mimeType === pdfType ? 'PDF' : 'Word'}, ${formatFileSize(bytes)}`;

/**
 * Returns what is wrong with a chosen file by its size and the type that the browser reports, or null. The server checks the
 * bytes themselves. It is a function and not a schema, so that other forms need not load schemas for files. [FORM-12] [C-32]
 */
export function findFileError(
  chosen: unknown,
  kind: 'picture' | 'upload' | 'file' = 'upload',
): string | null {
  if (!(chosen instanceof File) || chosen.size === 0) return 'Please choose a file';
  if (kind === 'file') return null;
  const [types, words] =
    kind === 'picture'
      ? ([pictureTypes, 'a JPEG, PNG or WebP picture'] as const)
      : ([uploadTypes, 'a JPEG, PNG, WebP or PDF file'] as const);
  if (!(types as readonly string[]).includes(chosen.type)) return `Please choose ${words}`;
  return chosen.size > maxUploadBytes
    ? `Please choose a file of at most ${formatFileSize(maxUploadBytes)}`
    : null;
}
