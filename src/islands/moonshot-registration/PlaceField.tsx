import { useStore } from '@nanostores/react';
import { ChipsField } from '../ui/ChipsField.tsx';
import { formatPlace, searchPlaces } from './place-options.ts';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

/** The places with jobs where the candidate wants to work. */
export function PlaceField({ store, field, locations }: RegistrationFieldProps) {
  const { preferredLocationIds } = useStore(store.$values);
  const error = useStore(store.$errors)[field];

  return (
    <ChipsField
      id={field}
      label={<FieldLabel field={field} />}
      description="Up to 10 places. Jobs there are shown first."
      error={error}
      noun="Place"
      values={preferredLocationIds}
      labelOf={(id) => formatPlace(locations, id)}
      search={(query) => searchPlaces(locations, query)}
      onValues={(ids) => store.change('preferredLocationIds', ids, true)}
      onLeave={() => store.blur(field)}
    />
  );
}
