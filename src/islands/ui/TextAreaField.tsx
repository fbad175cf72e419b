import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldProps } from './Field.tsx';

export type TextAreaFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value' | 'children'> & {
    value: string;
    onValue: (value: string) => void;
  };

/** A field with several lines of text. [FORM-01] */
export function TextAreaField({ id, label, description, error, onValue, ...rest }: TextAreaFieldProps) {
  return (
    <Field id={id} label={label} description={description} error={error}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className="field-input"
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}
