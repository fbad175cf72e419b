import { useStore } from '@nanostores/react';
import { GroupField } from '../ui/GroupField.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

const numbers = (last: number): [string, string][] =>
  Array.from({ length: last + 1 }, (_, number) => [String(number), String(number)]);

/** Work experience, entered in years and months and stored in months. */
export function ExperienceField({ store, field }: RegistrationFieldProps) {
  const total = useStore(store.$values).totalExperienceMonths;
  const error = useStore(store.$errors)[field];
  const years = total === null ? '' : String(Math.floor(total / 12));
  const months = total === null ? '' : String(total % 12);
  const change = (newYears: string, newMonths: string) =>
    store.change('totalExperienceMonths', Number(newYears) * 12 + Number(newMonths), true);

  return (
    <GroupField
      id={field}
      label={<FieldLabel field={field} />}
      description="Paid work of any kind. If you have not worked yet, choose 0 and 0."
      error={error}
      onLeave={() => store.blur(field)}
    >
      <div className="experience">
        <SelectField
          label="Years"
          value={years}
          none="Choose"
          options={numbers(50)}
          onValue={(value) => change(value, months)}
        />
        <SelectField
          label="Months"
          value={months}
          none="Choose"
          options={numbers(11)}
          onValue={(value) => change(years, value)}
        />
      </div>
    </GroupField>
  );
}
