import { useRef } from 'react';
import { GroupField, type GroupFieldProps } from './GroupField.tsx';
import { Select, type SelectOption } from './select/Select.tsx';

export interface ChipsFieldProps extends Omit<GroupFieldProps, 'children'> {
  values: readonly string[];
  /** The kind of choice in the singular: 'Place'. */
  noun: string;
  labelOf: (value: string) => string;
  /** Returns all options for an empty query, else the matching ones; chosen ones are filtered out here. */
  search: (query: string) => readonly SelectOption[];
  onValues: (values: string[]) => void;
}

/** A choice of several of many options: chosen ones are chips with a remove button, others are found by typing. */
export function ChipsField({ values, noun, labelOf, search, onValues, ...group }: ChipsFieldProps) {
  const field = useRef<HTMLDivElement>(null);

  /** Removes a value and moves the focus, because the pressed button is gone. */
  function remove(value: string): void {
    onValues(values.filter((one) => one !== value));
    field.current?.querySelector<HTMLElement>('.select-button')?.focus();
  }

  return (
    <GroupField {...group}>
      <div ref={field} className="grid gap-2">
        {values.length > 0 && (
          <ul className="chips">
            {values.map((value) => (
              <li key={value} className="chip">
                {labelOf(value)}
                <button type="button" aria-label={`Remove ${labelOf(value)}`} onClick={() => remove(value)}>
                  <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" stroke="currentColor">
                    <path d="m4 4 8 8M12 4l-8 8" strokeWidth="1.5" strokeLinecap="round" />
                  </svg>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Select
          value=""
          label={noun}
          placeholder={`Search ${noun.toLowerCase()}`}
          button={values.length ? 'Add another' : 'Add'}
          search={(query) => search(query).filter((option) => !values.includes(option.value))}
          onSelect={(value) => onValues([...values, value])}
        />
      </div>
    </GroupField>
  );
}
