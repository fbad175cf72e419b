/** One control of a form of the staff's pages, drawn by Fields.astro. */
export interface FieldSpec {
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'textarea'
    | 'select'
    | 'number'
    | 'date'
    | 'time'
    | 'datetime-local'
    | 'check'
    | 'checks'
    | 'search'
    | 'url'
    | 'file';
  value?: string | undefined;
  /** Of `checks`: those that are ticked. */
  values?: readonly string[];
  options?: readonly (readonly [value: string, label: string])[];
  /** What an empty choice is called; without it there is none. */
  any?: string;
  hint?: string;
  optional?: boolean;
  required?: boolean;
  rows?: number;
  min?: number | string;
  max?: number | string;
  maxlength?: number;
  placeholder?: string;
  /** Takes the whole width of the form. */
  wide?: boolean;
  /** Set in one width, for lines that stand under one another. */
  mono?: boolean;
  accept?: string;
}
