import { useStore } from '@nanostores/react';
import {
  formatTown,
  indianStates,
  isListedTown,
  searchTowns,
  type Town,
} from '#lib/domain/hiring/registration/indian-towns.ts';
import { Field } from '../ui/Field.tsx';
import { Select, type SelectOption } from '../ui/select/Select.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

const maxOptions = 40;

/** Where the candidate lives: a town of the list, or any other one with its state. */
export function ResidenceField({ store, field }: RegistrationFieldProps) {
  const { residence } = useStore(store.$values);
  const error = useStore(store.$errors)[field];
  const isOther = residence !== null && !isListedTown(residence);

  return (
    <>
      <Field
        id={field}
        label={<FieldLabel field={field} />}
        error={error}
        description="Type the beginning of your town. If it is missing, type all of it."
      >
        {(control) => (
          <Select
            value={residence ? encode(residence) : ''}
            label="Where you live"
            noun="town"
            placeholder="Town or state"
            button={residence ? formatTown(residence).replace(/, $/, '') : 'Choose a town'}
            search={search}
            onSelect={(value) => store.change('residence', decode(value), true)}
            controlProps={control}
          />
        )}
      </Field>
      {isOther && (
        <SelectField
          label="State"
          value={residence.region}
          none="Choose"
          options={indianStates.map((state) => [state, state])}
          onValue={(region) => store.change('residence', { ...residence, region }, true)}
          onBlur={() => store.blur(field)}
        />
      )}
    </>
  );
}

const separator = '|';
const encode = ({ city, region }: Town): string => `${city}${separator}${region}`;

function decode(value: string): Town {
  const [city = '', region = ''] = value.split(separator);
  return { city, region };
}

/** Begins each word with a capital letter, because people type names without. */
const capitalize = (text: string): string =>
  text.replace(/(^|\s)(\p{Ll})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());

/** Finds towns of the list, and offers what was typed where none has exactly this name. */
function search(query: string): SelectOption[] {
  const options = searchTowns(query, maxOptions).map((town) => ({
    value: encode(town),
    label: formatTown(town),
  }));
  const typed = query.trim().replaceAll(separator, '');
  const isListed = searchTowns(typed, maxOptions).some(
    ({ city }) => city.toLowerCase() === typed.toLowerCase(),
  );
  if (typed.length < 3 || isListed) return options;
  return [
    ...options,
    { value: encode({ city: capitalize(typed), region: '' }), label: `My town is “${capitalize(typed)}”` },
  ];
}
