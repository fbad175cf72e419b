import { parse } from '@astrojs/compiler-rs';

/** Finds words that a page would show without the space between them. */

interface Node {
  type: string;
  start: number;
  end: number;
  value?: string;
  children?: Node[];
  openingElement?: { name: { name?: string } };
  expression?: { type: string };
}

const inlineElements = new Set(['a', 'abbr', 'b', 'code', 'em', 'i', 'kbd', 'span', 'strong', 'time']);

/**
 * Lists the places of an .astro file where a line of text ends or begins at an expression or an inline element. Astro drops a line
 * break as JSX does, so the space has to be written: `{' '}`.
 */
export function findMissingSpaces(path: string, text: string): string[] {
  const found: string[] = [];
  visit(parse(text).ast, (siblings) => {
    for (const [index, node] of siblings.entries()) {
      const words = node.type === 'JSXText' ? (node.value ?? '') : '';
      if (!words.trim()) continue;
      const [before, after] = [siblings[index - 1], siblings[index + 1]];
      const isGlued =
        (/\n\s*$/.test(words) &&
          after &&
          isInline(after) &&
          !/^[{>]?\s*[\s:.,]/.test(contentOf(after, text))) ||
        (/^\s*\n/.test(words) &&
          before &&
          isInline(before) &&
          !endsWithSpace(before, text) &&
          !/^\s*[.,:;)”’]/.test(words));
      if (isGlued) found.push(`${path}: write {' '} beside “${words.trim().replace(/\s+/g, ' ')}”`);
    }
  });
  return found;
}

const isInline = ({ type, openingElement, expression }: Node): boolean =>
  type === 'JSXElement'
    ? inlineElements.has(openingElement?.name.name ?? '')
    : type === 'JSXExpressionContainer' && expression?.type !== 'JSXEmptyExpression';

/** Returns what an element or an expression shows first, as it is written. */
const contentOf = ({ start, end }: Node, text: string): string =>
  text
    .slice(start, end)
    .replace(/^<[^>]*>/, '')
    .replace(/^\{\s*(?:[^?'"`]*&&\s*)?['"`]/, '');

/** `{isOpen && 'You can change it. '}` and `{note && <>Note. </>}` */
const endsWithSpace = ({ start, end }: Node, text: string): boolean =>
  / (?:['"`]|<\/>)\s*\}$/.test(text.slice(start, end));

function visit(value: unknown, onChildren: (siblings: Node[]) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, onChildren);
  else if (value && typeof value === 'object') {
    const { type, children } = value as Node;
    if (/^JSX(Element|Fragment)$/.test(type ?? '') && children) onChildren(children);
    for (const one of Object.values(value)) visit(one, onChildren);
  }
}
