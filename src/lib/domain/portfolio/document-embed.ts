/** Exactly this host: a name that only ends like it may be anybody's (C-36). */
const documentsOrigin = 'https://docs.google.com';

/**
 * The embedded form of a link to a published document (FORM-11): a document gets `embedded=true`, of a
 * presentation `pub` becomes `embed`. Every other text comes back as it was: it may not stand in a frame.
 */
export function toEmbedUrl(link: string): string {
  const url = publishedDocument(link);
  if (!url) return link;
  if (url.pathname.startsWith('/document/')) url.searchParams.set('embedded', 'true');
  else url.pathname = url.pathname.replace(/\/pub$/, '/embed');
  return url.href;
}

/** The address that may stand in a frame for this link, whichever of its two forms was pasted; else null. */
export function findEmbedUrl(link: string): string | null {
  const embedded = toEmbedUrl(link);
  return publishedDocument(embedded, /^\/(document\/d\/e\/[\w-]+\/pub|presentation\/d\/e\/[\w-]+\/embed)$/)
    ? embedded
    : null;
}

const published = /^\/(document|presentation)\/d\/e\/[\w-]+\/pub$/;

/** Documents and presentations as "Publish to the web" names them; `null` for all else. */
function publishedDocument(link: string, paths = published): URL | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const isOurs = url.origin === documentsOrigin && !url.username && !url.password;
  return isOurs && paths.test(url.pathname) ? url : null;
}
