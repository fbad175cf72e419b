import { useEffect, useState } from 'react';
import type { MarkdownProps } from '../portfolio-view/PortfolioView.tsx';
import { Paragraphs } from '../portfolio-view/Section.tsx';

/** Markdown syntax within a line or at its start. */
const markdownSyntax = /[*_`~[<\\&]|^ *(?:[-+=#>]|\d+[.)])|^(?:\t| {4})/m;

/** Renders Markdown. The parser loads with the first text that is not plain, because most texts are. */
export function LazyMarkdown(props: MarkdownProps) {
  const [parts, setParts] = useState<typeof import('../portfolio-view/Markdown.tsx') | null>(null);
  const isRich = markdownSyntax.test(props.text);

  useEffect(() => {
    // If the parser cannot be loaded, the text stays plain.
    if (isRich) import('../portfolio-view/Markdown.tsx').then(setParts, () => {});
  }, [isRich]);

  if (isRich && parts) return <parts.Markdown {...props} />;
  return (
    <div className="prose pf-prose pf-plain">
      <Paragraphs text={props.text} />
    </div>
  );
}
