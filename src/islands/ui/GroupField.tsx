import { type ReactNode, useId } from 'react';

export interface GroupFieldProps {
  /** Needed when something else on the page links to the field; the element is focusable. */
  id?: string | undefined;
  label: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
  /** Called when the focus leaves the whole group. */
  onLeave?: (() => void) | undefined;
  children: ReactNode;
}

/** A group of controls with one label and one error. [FORM-01] */
export function GroupField({ id: given, label, description, error, onLeave, children }: GroupFieldProps) {
  const made = useId();
  const id = given ?? made;
  const describedBy = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');
  return (
    <fieldset
      id={id}
      className="field group-field"
      tabIndex={-1}
      aria-describedby={describedBy || undefined}
      data-invalid={error ? '' : undefined}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget as Node | null) && onLeave?.()
      }
    >
      <legend className="field-label">{label}</legend>
      {children}
      {description && (
        <p className="field-hint" id={`${id}-description`}>
          {description}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
