import { type ReactNode, useId } from 'react';
import { GroupField, type GroupFieldProps } from './GroupField.tsx';

export interface RadioFieldProps extends Omit<GroupFieldProps, 'children'> {
  name: string;
  /** Null when nothing is chosen. */
  value: string | null;
  options: readonly { value: string; label: ReactNode; note?: ReactNode; isDisabled?: boolean }[];
  onValue: (value: string) => void;
}

/** A choice of one of a few visible options. */
export function RadioField({ name, value, options, onValue, ...group }: RadioFieldProps) {
  const id = useId();
  return (
    <GroupField {...group}>
      <div className="choices">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              name={`${id}-${name}`}
              value={option.value}
              checked={value === option.value}
              disabled={option.isDisabled}
              onChange={() => onValue(option.value)}
            />
            <span>
              {option.label}
              {option.note && <span className="choice-note">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </GroupField>
  );
}
