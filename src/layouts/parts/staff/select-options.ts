import { escapeMarkup } from '#lib/domain/core/escape-markup.ts';
import type { FormField } from './form-field.ts';

/**
 * Formats the options of a select field as HTML. A list has up to a thousand jobs, and as elements of a template they were
 * the larger part of its page's time.
 */
export function formatOptions({ options = [], value = '', emptyLabel }: FormField): string {
  const empty = emptyLabel === undefined ? '' : formatOption('', emptyLabel, false);
  return empty + options.map(([one, text]) => formatOption(one, text, one === value)).join('');
}

const formatOption = (value: string, text: string, isSelected: boolean): string =>
  `<option value="${escapeMarkup(value)}"${isSelected ? ' selected' : ''}>${escapeMarkup(text)}</option>`;
