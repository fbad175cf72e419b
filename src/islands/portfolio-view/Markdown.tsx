import MarkdownIt, { type Token } from 'markdown-it';
import { Fragment, type ReactNode } from 'react';
import { externalLinkRel } from './Links.tsx';
import type { MarkdownProps } from './PortfolioView.tsx';
import { Heading } from './Section.tsx';

/**
 * Parses Markdown to tokens, which are rendered as React elements and never as a string of HTML. HTML tags stay text, pictures
 * are disabled, and links may only be http, https or mailto.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true }).disable([
  'image',
  'table',
]);
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url.trim());

export function Markdown({ text, level }: MarkdownProps) {
  return <div className="prose pf-prose">{renderTokens(markdown.parse(text, {}), level)}</div>;
}

/** Renders a flat list of tokens, in which an `_open` token and its `_close` token enclose the children. */
function renderTokens(tokens: readonly Token[], level: number): ReactNode[] {
  const result: ReactNode[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.nesting !== 1) {
      result.push(<Fragment key={index}>{renderLeaf(token, level)}</Fragment>);
      continue;
    }
    const end = findClosingIndex(tokens, index);
    const inside = renderTokens(tokens.slice(index + 1, end), level);
    result.push(<Fragment key={index}>{renderElement(token, inside, level)}</Fragment>);
    index = end;
  }
  return result;
}

/** Returns the index of the token that closes the one at `start`. */
function findClosingIndex(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth === 0) return index;
  }
  return tokens.length;
}

const plainTags = ['p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 's'] as const;

function renderElement(token: Token, inside: ReactNode[], level: number): ReactNode {
  if (token.hidden) return inside;
  if (token.type === 'heading_open')
    return <Heading level={level + Number(token.tag.slice(1)) - 1}>{inside}</Heading>;
  if (token.type === 'link_open')
    return (
      <a href={String(token.attrGet('href') ?? '')} rel={externalLinkRel}>
        {inside}
      </a>
    );
  const Tag = plainTags.find((tag) => tag === token.tag);
  return Tag ? <Tag>{inside}</Tag> : inside;
}

function renderLeaf(token: Token, level: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return renderTokens(token.children ?? [], level);
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
