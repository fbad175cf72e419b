import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { useCaret } from './use-caret.ts';

/** The attributes that connect a control to its label, description and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

export interface FieldProps {
  /** Needed when something else on the page links to the field; generated otherwise. */
  id?: string | undefined;
  label: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
  /** The id of another text that describes the control. */
  describedBy?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control and an error that is announced when it appears. [FORM-01] */
export function Field({ id: given, label, description, error, describedBy, children }: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const descriptionId = description ? `${id}-description` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': [errorId, descriptionId, describedBy].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {description && (
        <p className="field-hint" id={descriptionId}>
          {description}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={errorId}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

export type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'children'> & {
    value: string;
    onValue: (value: string) => void;
  };

export function TextField({ id, label, description, error, value, onValue, ...rest }: TextFieldProps) {
  const rememberCaret = useCaret(value);
  return (
    <Field id={id} label={label} description={description} error={error}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className="field-input"
          value={value}
          onChange={({ currentTarget }) => {
            rememberCaret(currentTarget);
            onValue(currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}
