import { type ReactNode, useId } from 'react';

export interface CheckFieldProps {
  id?: string;
  name: string;
  label: ReactNode;
  /** `yes` when it is checked, else empty. */
  value: string;
  error?: string | undefined;
  required?: boolean;
  onValue: (value: string) => void;
  onBlur?: () => void;
}

/** A checkbox in front of its label. */
export function CheckField({ id: given, label, value, error, onValue, ...rest }: CheckFieldProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className="field">
      <div className="field-check">
        <input
          {...rest}
          id={id}
          type="checkbox"
          value="yes"
          checked={value === 'yes'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => onValue(currentTarget.checked ? 'yes' : '')}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
