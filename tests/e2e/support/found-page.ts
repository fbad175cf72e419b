import type { APIRequestContext } from 'playwright/test';

/** A page as a search engine reads it. */
export interface FoundPage {
  path: string;
  status: number;
  title: string | null;
  description: string | null;
  canonical: string | null;
  robots: string | null;
  image: string | null;
  jsonLd: Record<string, unknown>[];
  /** The visible text in one line. */
  text: string;
  /** The targets of its links. */
  links: string[];
  /** The texts of a programme's batch card; hidden rows are empty. */
  batch: { title: string; starts: string; schedule: string; fee: string };
}

export async function readSitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

export async function readPage(request: APIRequestContext, path: string): Promise<FoundPage> {
  const response = await request.get(path);
  const html = await response.text();
  const content = (pattern: RegExp) => {
    const found = pattern.exec(html)?.[1];
    return found === undefined ? null : decode(found);
  };
  return {
    path,
    status: response.status(),
    title: content(/<title>(.*?)<\/title>/s),
    description: content(/<meta name="description" content="([^"]*)"/),
    canonical: content(/<link rel="canonical" href="([^"]*)"/),
    robots: content(/<meta name="robots" content="([^"]*)"/),
    image: content(/<meta property="og:image" content="([^"]*)"/),
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json),
    ),
    text: readText(html),
    links: [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map(([, href = '']) => decode(href)),
    batch: readBatch(html),
  };
}

function readText(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const words = body.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');
  // A tag becomes a space, also that of a link before a full stop.
  return decode(words)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,?!] )/g, '');
}

function readBatch(html: string): FoundPage['batch'] {
  const row = (key: string) =>
    decode(new RegExp(`data-batch="${key}"[^>]*>(.*?)<`, 's').exec(html)?.[1] ?? '');
  const title = decode(/data-batch="title"[^>]*>(.*?)</s.exec(html)?.[1] ?? '');
  return { title, starts: row('starts'), schedule: row('schedule'), fee: row('fee') };
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#34': '"',
  '#x27': "'",
};

const decode = (text: string): string =>
  text.replace(/&(\w+|#\w+);/g, (all, name: string) => entities[name] ?? all);
