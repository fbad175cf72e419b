/** One control of a staff form; FormFields.astro renders it. */
export interface FormField {
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'textarea'
    | 'select'
    | 'number'
    | 'date'
    | 'month'
    | 'time'
    | 'datetime-local'
    | 'check'
    | 'checks'
    | 'choice'
    | 'search'
    | 'url'
    | 'file';
  value?: string | undefined;
  /** The ticked options of `checks`; a `choice` has one, its `value`. */
  values?: readonly string[];
  options?: readonly (readonly [value: string, label: string])[];
  /** The label of the empty option; without it there is no empty option. */
  emptyLabel?: string;
  hint?: string | undefined;
  optional?: boolean;
  required?: boolean;
  rows?: number;
  min?: number | string;
  max?: number | string;
  maxlength?: number;
  placeholder?: string;
  /** Spans the full width of the form. */
  isWide?: boolean;
  /** Uses a monospaced font. */
  isMono?: boolean;
  accept?: string;
}

/** Explains what the text of a field is formatted with, in the words of somebody who has never seen it. */
export const markdownHint =
  'You can format it: **two stars** around a word make it bold, and a line that begins with “- ” becomes a list point.';
