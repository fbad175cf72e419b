interface SafeHtmlProps {
  as?: 'div' | 'span';
  className?: string;
  html: string;
}

/** Shows HTML that the server has rendered from the Markdown of our own question bank. */
export function SafeHtml({ as: Tag = 'div', className, html }: SafeHtmlProps) {
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
