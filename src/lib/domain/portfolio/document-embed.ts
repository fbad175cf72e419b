/** The exact origin: a host name that only ends like it may belong to anybody (C-36). */
const documentsOrigin = 'https://docs.google.com';

/**
 * Returns the embed URL of a published document (FORM-11): a document gets `embedded=true`, a presentation `embed`
 * instead of `pub`. Returns every other text unchanged, because it may not be framed.
 */
export function toEmbedUrl(link: string): string {
  const url = parsePublishedDocument(link);
  if (!url) return link;
  if (url.pathname.startsWith('/document/')) url.searchParams.set('embedded', 'true');
  else url.pathname = url.pathname.replace(/\/pub$/, '/embed');
  return url.href;
}

/** Finds the URL that may be framed for a link, in its published or embed form; null for every other link. */
export function findEmbedUrl(link: string): string | null {
  const embedded = toEmbedUrl(link);
  return parsePublishedDocument(
    embedded,
    /^\/(document\/d\/e\/[\w-]+\/pub|presentation\/d\/e\/[\w-]+\/embed)$/,
  )
    ? embedded
    : null;
}

const published = /^\/(document|presentation)\/d\/e\/[\w-]+\/pub$/;

/** Parses the address of a document or presentation from "Publish to the web"; null for every other link. */
function parsePublishedDocument(link: string, paths = published): URL | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const isGoogleDocs = url.origin === documentsOrigin && !url.username && !url.password;
  return isGoogleDocs && paths.test(url.pathname) ? url : null;
}
