import MarkdownIt from 'markdown-it';

/**
 * Converts Markdown of records to HTML that is safe on a page: no HTML of the author's, no images, links only
 * to http(s) and mailto. Headings go one level down, because the page has its own above them.
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

/** Without images, `![…](…)` is a link after a stray “!”; one that is written `\\!` is no part of its text token. */
markdown.core.ruler.before('text_join', 'images_as_links', ({ tokens }) => {
  for (const { children } of tokens)
    for (const [index, token] of (children ?? []).entries()) {
      const next = children?.[index + 1];
      const isImage = token.type === 'text' && next?.type === 'link_open' && next.markup !== 'autolink';
      if (isImage) token.content = token.content.replace(/!$/, '');
    }
});

/** The content security policy allows no `style` attributes, so the alignment of a table's cells is a class. */
markdown.core.ruler.push('cell_alignment', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const isEnd = /right/.test(String(token.attrGet('style') ?? ''));
    token.attrs = isEnd ? [['class', 'text-end']] : [];
  }
});

export const renderMarkdown = (text: string): string => markdown.render(text);

/** Converts one line without a paragraph around it. */
export const renderInlineMarkdown = (text: string): string => markdown.renderInline(text);

export interface MarkdownLine {
  kind: 'TEXT' | 'ITEM';
  text: string;
}

/** Markdown as plain lines, for where there is no HTML: what a reader sees without the marks. */
export function markdownLines(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let depth = 0;
  for (const { type, nesting, content, children } of markdown.parse(text, {})) {
    if (type.startsWith('list_item')) depth += nesting;
    const words =
      type === 'inline' ? plain(children ?? []) : ['fence', 'code_block'].includes(type) ? content : '';
    if (words.trim()) lines.push({ kind: depth > 0 ? 'ITEM' : 'TEXT', text: words.trim() });
  }
  return lines;
}

const plain = (tokens: readonly { type: string; content: string }[]): string =>
  tokens.map(({ type, content }) => (/break$/.test(type) ? '\n' : content)).join('');
