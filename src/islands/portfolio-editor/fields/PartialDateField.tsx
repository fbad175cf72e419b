import { useId } from 'react';
import { useFieldError } from '../editor-context.ts';

interface PartialDateFieldProps {
  path: string;
  label: string;
  /** `2024`, `2024-05`, or null. */
  value: string | null;
  onValue: (value: string | null) => void;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A month and a year; both may be unknown. */
export function PartialDateField({ path, label, value, onValue }: PartialDateFieldProps) {
  const id = useId();
  const { error, onBlur } = useFieldError(path, value);
  const [year = '', month = ''] = (value ?? '').split('-');
  const set = (newYear: string, newMonth: string) =>
    onValue(
      newYear || newMonth ? [newYear, newMonth].filter((part, place) => place === 0 || part).join('-') : null,
    );
  const described = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  };
  return (
    <fieldset className="field pe-date">
      <legend className="field-label">{label}</legend>
      <div className="pe-date-parts">
        <select
          {...described}
          className="field-input field-select"
          aria-label={`${label}: month`}
          value={month}
          onChange={({ currentTarget }) => set(year, currentTarget.value)}
          onBlur={year ? onBlur : undefined}
        >
          <option value="">Month</option>
          {months.map((name, index) => (
            <option key={name} value={String(index + 1).padStart(2, '0')}>
              {name}
            </option>
          ))}
        </select>
        <input
          {...described}
          className="field-input"
          name={path}
          aria-label={`${label}: year`}
          inputMode="numeric"
          placeholder="Year"
          maxLength={4}
          value={year}
          onChange={({ currentTarget }) => set(currentTarget.value.replace(/\D/g, ''), month)}
          onBlur={onBlur}
        />
      </div>
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
