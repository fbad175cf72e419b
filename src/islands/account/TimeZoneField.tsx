import { useRef } from 'react';
import { findCountry } from '#lib/domain/core/countries.ts';
import {
  currentZoneName,
  listTimeZones,
  searchTimeZones,
  type TimeZone,
  zoneOffset,
  zonePlace,
} from '#lib/domain/core/time-zones.ts';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/select/Select.tsx';

interface TimeZoneFieldProps {
  value: string;
  countryIsoCode: string;
  error: string | undefined;
  onSelect: (timeZone: string) => void;
}

/** A choice of all time zones, the country's own first. [APP-13] */
export function TimeZoneField({ value, countryIsoCode, error, onSelect }: TimeZoneFieldProps) {
  const country = findCountry(countryIsoCode);
  const zones = useRef<readonly TimeZone[] | null>(null);

  /** Computed when the menu first opens: the offsets of 400 zones take a moment. */
  function allZones(): readonly TimeZone[] {
    const first = [country?.timeZone, deviceTimeZone(), value].filter((name) => name !== undefined);
    zones.current ??= listTimeZones(first, new Date());
    return zones.current;
  }

  function labelOf({ name, place }: TimeZone): string {
    if (name === country?.timeZone) return `${place} – default for ${country.name}`;
    return name === deviceTimeZone() ? `${place} – this device` : place;
  }

  return (
    <Field label="Time zone" description="Interviews and events are shown in it." error={error}>
      {(control) => (
        <Select
          value={value}
          label="Time zone"
          placeholder="City, country or GMT+5:30"
          search={(query) =>
            searchTimeZones(allZones(), query).map((zone) => ({
              value: zone.name,
              label: labelOf(zone),
              detail: zone.offset,
            }))
          }
          onSelect={onSelect}
          controlProps={control}
          button={`${zonePlace(value)} (${zoneOffset(value, new Date())})`}
        />
      )}
    </Field>
  );
}

function deviceTimeZone(): string {
  return currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
