import { useStore } from '@nanostores/react';
import { locationQuestion, placeOpeningsText } from '#lib/domain/hiring/applications/application-location.ts';
import { type ApplicationForm, locationField } from '#lib/stores/hiring/application-form.ts';
import { RadioField } from '../ui/RadioField.tsx';

/** Asks in which of the job's cities the candidate wants to work; nothing while there is only one. */
export function CityField({ store }: { store: ApplicationForm }) {
  const { job, removedLocation } = useStore(store.$application);
  const chosen = useStore(store.$values)[locationField] ?? '';
  const error = useStore(store.$errors)[locationField];
  if (job.locations.length < 2 && !removedLocation) return null;
  return (
    <RadioField
      id="application-city"
      name="city"
      label={locationQuestion}
      description={
        removedLocation
          ? `This job is no longer offered in ${removedLocation.city}. Choose another city.`
          : 'You can change it until you send the application.'
      }
      value={chosen || null}
      error={error}
      options={job.locations.map((place) => ({
        value: place.id,
        label: `${place.city}, ${place.region}`,
        note: placeOpeningsText(place),
      }))}
      onValue={(id) => store.change(locationField, id, true)}
    />
  );
}
