import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import { markdownLines } from '#lib/server/core/markdown.ts';
import type { PdfSheet } from './pdf-sheet.ts';

/** Draws Markdown as paragraphs and bullets, without its marks and without letters that the typeface lacks. */
export function drawMarkdown(sheet: PdfSheet, markdown: string): void {
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) sheet.bullets(items);
    items = [];
  };
  for (const { kind, text } of markdownLines(markdown)) {
    if (kind === 'ITEM') items.push(removeUndrawable(text));
    else {
      endList();
      sheet.paragraph(removeUndrawable(text));
    }
  }
  endList();
}
