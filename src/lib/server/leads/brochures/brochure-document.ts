import { isBrochureProgram } from '#lib/domain/catalog/programs.ts';
import type { RenderedAttachment } from '#lib/server/messages/message.ts';

const made = new Map<string, Promise<RenderedAttachment>>();

/**
 * A file by its name, `brochure/embark-pro`, made when it is first asked for and kept: what it says changes with the
 * build only. The parts that make it load no sooner.
 */
export function readDocument(name: string, siteOrigin: string): Promise<RenderedAttachment> {
  const known = made.get(name);
  if (known) return known;
  const document = make(name, siteOrigin);
  made.set(name, document);
  document.catch(() => made.delete(name));
  return document;
}

async function make(name: string, siteOrigin: string): Promise<RenderedAttachment> {
  const [kind, slug = ''] = name.split('/');
  if (kind !== 'brochure' || !isBrochureProgram(slug)) throw new Error(`There is no document "${name}".`);
  const { brochurePdf } = await import('./brochure-pdf.ts');
  return { bytes: await brochurePdf(slug, siteOrigin), type: 'application/pdf' };
}
