import { textOf } from '#lib/server/http/page-form.ts';

/** A form over something that others change too: it carries what it began with, so that only changes are sent. */

type Text = Record<string, string>;

/** For the hidden field `before`. */
export const serializeFormText = (text: Text): string => JSON.stringify(text);

export function parseInitialText(form: FormData): Text {
  try {
    const before: unknown = JSON.parse(textOf(form, 'before'));
    if (typeof before === 'object' && before !== null)
      return Object.fromEntries(Object.entries(before).filter(([, value]) => typeof value === 'string'));
  } catch {}
  return {};
}

/** As a browser sends text, line by line. */
const same = (one = '', other = '') =>
  one.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim();

/**
 * What to show after somebody else was first: their text where this form changed nothing, this form's elsewhere, and
 * of fields that both changed what stands there now.
 */
export function mergeFormText(
  before: Text,
  typed: Text,
  current: Text,
): { text: Text; fields: Record<string, string> } {
  const text: Text = {};
  const fields: Record<string, string> = {};
  for (const name of Object.keys(current)) {
    const now = current[name] ?? '';
    const mine = typed[name] ?? '';
    const isMine = !same(mine, before[name]);
    text[name] = isMine ? mine : now;
    if (isMine && !same(now, before[name]) && !same(now, mine))
      fields[name] = `Somebody else has written here meanwhile: ${now || 'nothing'}`;
  }
  return { text, fields };
}

export const staleFormMessage =
  'Somebody else has saved this meanwhile. What they changed is here now; look at it and save again.';
