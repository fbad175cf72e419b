import { type Country, findCountry, searchCountries } from '#lib/domain/core/countries.ts';
import { Select, type SelectOption } from './Select.tsx';

interface CountrySelectProps {
  isoCode: string;
  onSelect: (isoCode: string) => void;
}

/** A country picker with calling codes. [USER-06] */
export function CountrySelect({ isoCode, onSelect }: CountrySelectProps) {
  const country = findCountry(isoCode);
  return (
    <Select
      label="Country"
      placeholder="Country or code"
      value={isoCode}
      search={(query) => searchCountries(query).map(toOption)}
      onSelect={onSelect}
      className="country-button"
      button={
        <>
          <span className="sr-only">{country?.name}, </span>
          <span>{country?.isoCode}</span> <span className="select-detail">{country?.callingCode}</span>
        </>
      }
    />
  );
}

function toOption({ isoCode, name, callingCode }: Country): SelectOption {
  return { value: isoCode, label: name, detail: callingCode };
}
