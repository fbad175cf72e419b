import { useStore } from '@nanostores/react';
import { ChipsField } from '../ui/ChipsField.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/select/Select.tsx';
import { formatPlace, searchPlaces } from './place-options.ts';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

/** The candidate's current city and the places where they want to work. */
export function PlaceField({ store, field, locations }: RegistrationFieldProps) {
  const { currentLocationId, preferredLocationIds } = useStore(store.$values);
  const error = useStore(store.$errors)[field];
  const label = <FieldLabel field={field} />;
  const search = (query: string) => searchPlaces(locations, query);

  if (field === 'preferredLocationIds')
    return (
      <ChipsField
        id={field}
        label={label}
        description="Up to 10 places. Jobs there are shown first."
        error={error}
        noun="Place"
        values={preferredLocationIds}
        labelOf={(id) => formatPlace(locations, id)}
        search={search}
        onValues={(ids) => store.change(field, ids, true)}
        onLeave={() => store.blur(field)}
      />
    );
  return (
    <Field id={field} label={label} error={error} description="Is your city missing? Choose the nearest one.">
      {(control) => (
        <Select
          value={currentLocationId ?? ''}
          label="Where you live"
          placeholder="City or state"
          button={currentLocationId ? formatPlace(locations, currentLocationId) : 'Choose a city'}
          search={search}
          onSelect={(id) => store.change('currentLocationId', id, true)}
          controlProps={control}
        />
      )}
    </Field>
  );
}
