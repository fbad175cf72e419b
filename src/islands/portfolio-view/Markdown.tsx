import MarkdownIt, { type Token } from 'markdown-it';
import { Fragment, type ReactNode } from 'react';
import { foreignRel } from './Links.tsx';
import type { MarkdownProps } from './PortfolioView.tsx';
import { Heading } from './Section.tsx';

/**
 * Markdown → elements, never a string of HTML: an author's tags are text, there are no pictures, and links lead to the
 * web or to a mailbox only.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true }).disable([
  'image',
  'table',
]);
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url.trim());

export function Markdown({ text, level }: MarkdownProps) {
  return <div className="prose pf-prose">{elements(markdown.parse(text, {}), level)}</div>;
}

/** Walks a flat list of tokens, in which `_open` and `_close` are brackets. */
function elements(tokens: readonly Token[], level: number): ReactNode[] {
  const result: ReactNode[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.nesting !== 1) {
      result.push(<Fragment key={index}>{leaf(token, level)}</Fragment>);
      continue;
    }
    const end = closing(tokens, index);
    const inside = elements(tokens.slice(index + 1, end), level);
    result.push(<Fragment key={index}>{branch(token, inside, level)}</Fragment>);
    index = end;
  }
  return result;
}

function closing(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth === 0) return index;
  }
  return tokens.length;
}

const plainTags = ['p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 's'] as const;

function branch(token: Token, inside: ReactNode[], level: number): ReactNode {
  if (token.hidden) return inside;
  if (token.type === 'heading_open')
    return <Heading level={level + Number(token.tag.slice(1)) - 1}>{inside}</Heading>;
  if (token.type === 'link_open')
    return (
      <a href={String(token.attrGet('href') ?? '')} rel={foreignRel}>
        {inside}
      </a>
    );
  const Tag = plainTags.find((tag) => tag === token.tag);
  return Tag ? <Tag>{inside}</Tag> : inside;
}

function leaf(token: Token, level: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return elements(token.children ?? [], level);
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre>
          <code>{token.content}</code>
        </pre>
      );
    default:
      return token.content;
  }
}
