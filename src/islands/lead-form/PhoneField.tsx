import { countries } from '#lib/domain/core/countries.ts';
import { Field } from '../ui/Field.tsx';
import { useCaret } from '../ui/use-caret.ts';

interface PhoneFieldProps {
  id: string;
  countryIsoCode: string;
  phone: string;
  error: string | undefined;
  onCountry: (isoCode: string) => void;
  onPhone: (text: string) => void;
}

/**
 * A number and its country in one frame. Unlike the sign-in modal's searchable picker this one is the browser's own
 * list, so that it works before any script.
 */
export function PhoneField({ id, countryIsoCode, phone, error, onCountry, onPhone }: PhoneFieldProps) {
  const keepCaret = useCaret(phone);
  return (
    <Field id={`${id}-phone`} label="Mobile number" error={error}>
      {(control) => (
        <div className="field-group">
          <select
            id={`${id}-countryIsoCode`}
            name="countryIsoCode"
            aria-label="Country"
            autoComplete="country"
            className="field-input field-select field-country"
            value={countryIsoCode}
            onChange={({ currentTarget }) => onCountry(currentTarget.value)}
          >
            {countries.map(({ isoCode, name, callingCode }) => (
              <option key={isoCode} value={isoCode}>{`${callingCode} ${name}`}</option>
            ))}
          </select>
          <input
            {...control}
            className="field-input"
            type="tel"
            name="phone"
            required
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="9876543210"
            value={phone}
            onChange={({ currentTarget }) => {
              keepCaret(currentTarget);
              onPhone(currentTarget.value);
            }}
          />
        </div>
      )}
    </Field>
  );
}
