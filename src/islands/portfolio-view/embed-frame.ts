import { findEmbedUrl } from '#lib/domain/portfolio/document-embed.ts';

export interface Frame {
  title: string;
  src: string;
  /** The document's own script may run, in its own origin; it opens no dialogs and leads this page nowhere. */
  sandbox: string;
}

/** How a published document stands in a frame, or null for an address that may not (C-36, FORM-11). */
export function frameOf(url: string, title: string): Frame | null {
  const src = findEmbedUrl(url);
  return src ? { title, src, sandbox: 'allow-scripts allow-same-origin allow-popups' } : null;
}
