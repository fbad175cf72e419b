import MarkdownIt from 'markdown-it';

/**
 * Markdown of records → HTML that is safe on a page: no HTML of the author's, no images, links only to http(s)
 * and mail. Headings go one level down, since the page has its own above them.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image');

markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url.trim());

markdown.core.ruler.push('section_headings', ({ tokens }) => {
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`;
});

markdown.core.ruler.push('foreign_links', ({ tokens }) => {
  for (const { children } of tokens)
    for (const token of children ?? [])
      if (token.type === 'link_open') token.attrSet('rel', 'noopener noreferrer nofollow');
});

export const renderMarkdown = (text: string): string => markdown.render(text);
