import { textOf } from '#lib/server/http/page-form.ts';

/** A form over a record that others edit too: it carries the text it was opened with, so only the changes are sent. */

type Text = Record<string, string>;

/** Returns the text that a form is opened with, for its hidden field `before`. */
export const serializeFormText = (text: Text): string => JSON.stringify(text);

/** Parses the hidden field `before`; an invalid one is empty. */
export function parseInitialText(form: FormData): Text {
  try {
    const before: unknown = JSON.parse(textOf(form, 'before'));
    if (typeof before === 'object' && before !== null)
      return Object.fromEntries(Object.entries(before).filter(([, value]) => typeof value === 'string'));
  } catch {}
  return {};
}

/** Browsers send line breaks as CRLF, even if the page had others. */
const isSameText = (one = '', other = '') =>
  one.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim();

/**
 * Merges a form with the record as it is now. A field keeps this form's text where this form changed it, and the current
 * text elsewhere. `fields` has a message for each field that both have changed.
 */
export function mergeFormText(
  initial: Text,
  submitted: Text,
  current: Text,
): { text: Text; fields: Record<string, string> } {
  const text: Text = {};
  const fields: Record<string, string> = {};
  for (const name of Object.keys(current)) {
    const now = current[name] ?? '';
    const mine = submitted[name] ?? '';
    const isMine = !isSameText(mine, initial[name]);
    text[name] = isMine ? mine : now;
    if (isMine && !isSameText(now, initial[name]) && !isSameText(now, mine))
      fields[name] = now
        ? `Somebody changed this to “${now}”. Save again to keep yours.`
        : 'Somebody emptied this field. Save again to keep yours.';
  }
  return { text, fields };
}

export const staleFormMessage =
  'Somebody else saved this form. It now has their changes. Check it and save again.';
