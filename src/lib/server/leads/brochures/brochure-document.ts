import { isBrochureProgram } from '#lib/domain/leads/brochure.ts';

export interface Document {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

const made = new Map<string, Promise<Document>>();

/**
 * A file by its name, `brochure/embark-pro`, made when it is first asked for and kept: what it says changes with the
 * build only. The parts that make it load no sooner.
 */
export function readDocument(name: string, siteOrigin: string): Promise<Document> {
  const known = made.get(name);
  if (known) return known;
  const document = make(name, siteOrigin);
  made.set(name, document);
  document.catch(() => made.delete(name));
  return document;
}

async function make(name: string, siteOrigin: string): Promise<Document> {
  const [kind, slug = ''] = name.split('/');
  if (kind !== 'brochure' || !isBrochureProgram(slug)) throw new Error(`There is no document "${name}".`);
  const { brochurePdf } = await import('./brochure-pdf.ts');
  return { bytes: await brochurePdf(slug, siteOrigin), type: 'application/pdf' };
}
