import { useEffect, useState } from 'react';
import type { MarkdownProps } from '../portfolio-view/PortfolioView.tsx';
import { Paragraphs } from '../portfolio-view/Section.tsx';

/** Signs within a line, and those that mean something where a line begins. */
const signs = /[*_`~[<\\&]|^ *(?:[-+=#>]|\d+[.)])|^(?:\t| {4})/m;

/** Most texts are plain, and are drawn without the parser; it comes with the first that is not. */
export function LazyMarkdown(props: MarkdownProps) {
  const [parts, setParts] = useState<typeof import('../portfolio-view/Markdown.tsx') | null>(null);
  const isRich = signs.test(props.text);

  useEffect(() => {
    // Without a network the text stays plain.
    if (isRich) import('../portfolio-view/Markdown.tsx').then(setParts, () => {});
  }, [isRich]);

  if (isRich && parts) return <parts.Markdown {...props} />;
  return (
    <div className="prose pf-prose pf-plain">
      <Paragraphs text={props.text} />
    </div>
  );
}
