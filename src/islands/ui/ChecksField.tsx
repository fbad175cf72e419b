import type { ReactNode } from 'react';
import { GroupField, type GroupFieldProps } from './GroupField.tsx';

export interface ChecksFieldProps extends Omit<GroupFieldProps, 'children'> {
  /** The chosen values, in the order of the options. */
  values: readonly string[];
  options: readonly { value: string; label: ReactNode }[];
  onValues: (values: string[]) => void;
}

/** A choice of any of a few visible options. */
export function ChecksField({ values, options, onValues, ...group }: ChecksFieldProps) {
  const toggleValue = (value: string) =>
    options.map((option) => option.value).filter((one) => values.includes(one) !== (one === value));
  return (
    <GroupField {...group}>
      <div className="choices">
        {options.map(({ value, label }) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              value={value}
              checked={values.includes(value)}
              onChange={() => onValues(toggleValue(value))}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </GroupField>
  );
}
