import { callTimes } from '#lib/domain/leads/callback-times.ts';
import { Field, TextField } from '../ui/Field.tsx';

interface TiedField {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  onBlur: () => void;
}

/** A day, if any, and a part of it: two controls that every phone draws well by itself. */
export function CallTimeFields({ day, time }: { day: TiedField; time: TiedField }) {
  const { id, error, onValue, ...select } = time;
  return (
    <fieldset className="field-row">
      <legend className="field-label">
        When should we call?{' '}
        <span className="field-optional">Your time. Without a day, as soon as we can</span>
      </legend>
      <TextField {...day} label="Day" type="date" />
      <Field id={id} label="Time" error={error}>
        {(control) => (
          <select
            {...select}
            {...control}
            className="field-input field-select"
            onChange={({ currentTarget }) => onValue(currentTarget.value)}
          >
            {Object.entries(callTimes).map(([key, { label }]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
