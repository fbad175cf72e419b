import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldProps } from '../Field.tsx';

export type SelectFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentPropsWithRef<'select'>, 'onChange' | 'value' | 'children'> & {
    value: string;
    options: readonly (readonly [value: string, label: string])[];
    /** Shown while nothing is chosen; without it the first option is chosen. */
    none?: string | undefined;
    onValue: (value: string) => void;
  };

/** A native select, for a few options. */
export function SelectField({
  id,
  label,
  description,
  error,
  options,
  none,
  onValue,
  ...rest
}: SelectFieldProps) {
  return (
    <Field id={id} label={label} description={description} error={error}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className="field-input field-select"
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
