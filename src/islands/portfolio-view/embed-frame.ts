import { findEmbedUrl } from '#lib/domain/portfolio/document-embed.ts';

export interface EmbedFrame {
  title: string;
  src: string;
  /** The document's script may run in its own origin, but it can neither open dialogs nor navigate our page. */
  sandbox: string;
}

/**
 * Returns the attributes of the frame for a published document, or null when the address may not be embedded. [C-36]
 * [FORM-11]
 */
export function findEmbedFrame(url: string, title: string): EmbedFrame | null {
  const src = findEmbedUrl(url);
  return src ? { title, src, sandbox: 'allow-scripts allow-same-origin allow-popups' } : null;
}
