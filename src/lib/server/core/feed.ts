import { escapeMarkup } from '#lib/domain/core/escape-markup.ts';

/** Feeds of lists, in RSS and JSON. */

export interface Feed {
  title: string;
  description: string;
  /** The page with the same entries. */
  pageUrl: string;
  feedUrl: string;
  items: { url: string; title: string; text: string; author: string; tags: string[]; postedAt: Date }[];
}

/** RSS 2.0 */
export function rssOf({ title, description, pageUrl, feedUrl, items }: Feed): string {
  const entries = items.map(
    (
      item,
    ) => `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link><guid>${xml(item.url)}</guid>
<description>${xml(item.text)}</description>${item.tags.map((tag) => `<category>${xml(tag)}</category>`).join('')}
<pubDate>${item.postedAt.toUTCString()}</pubDate></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(title)}</title>
<link>${xml(pageUrl)}</link><description>${xml(description)}</description><language>en-IN</language>
<atom:link href="${xml(feedUrl)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`;
}

/** JSON Feed 1.1 */
export function jsonFeedOf({ title, description, pageUrl, feedUrl, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    language: 'en-IN',
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_text: item.text,
      date_published: item.postedAt.toISOString(),
      authors: [{ name: item.author }],
      tags: item.tags,
    })),
  });
}

/** Escapes text and removes characters that XML 1.0 does not allow. */
const xml = (text: string): string => escapeMarkup(text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ''));
