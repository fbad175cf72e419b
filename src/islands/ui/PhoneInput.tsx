import { useState } from 'react';
import { phoneMaxLength } from '#lib/contract/core/fields.ts';
import { isCallingCodeOnly, type ParsedPhone, parsePhoneInput } from '#lib/domain/core/phone-input.ts';
import { Field } from './Field.tsx';
import { CountrySelect } from './select/CountrySelect.tsx';
import { useCaret } from './use-caret.ts';

/** An example with ten digits, as in India. */
const example = '9876543210';

interface PhoneInputProps extends ParsedPhone {
  label: string;
  error?: string | undefined;
  describedBy?: string;
  onValue: (value: ParsedPhone) => void;
  onBlur?: () => void;
}

/** A country picker and a telephone input in one frame. [AUTH-16] */
export function PhoneInput({
  label,
  error,
  describedBy,
  countryIsoCode,
  phone,
  onValue,
  onBlur,
}: PhoneInputProps) {
  // A calling code typed key by key ("+9" of "+91 98…") stays as text until it names a country and a digit follows.
  const [prefix, setPrefix] = useState('');
  const shown = prefix || phone;
  const rememberCaret = useCaret(shown);

  function read(text: string): void {
    const typed = parsePhoneInput(text, countryIsoCode);
    setPrefix(isCallingCodeOnly(text) ? text : '');
    if (isCallingCodeOnly(text)) return;
    onValue({ ...typed, phone: typed.phone.slice(0, phoneMaxLength(typed.countryIsoCode)) });
  }

  return (
    <Field label={label} error={error} {...(describedBy ? { describedBy } : {})}>
      {(control) => (
        <div className="field-group phone-group">
          <CountrySelect
            isoCode={countryIsoCode}
            onSelect={(isoCode) =>
              onValue({ countryIsoCode: isoCode, phone: phone.slice(0, phoneMaxLength(isoCode)) })
            }
          />
          <input
            {...control}
            className="field-input"
            type="tel"
            name="phone"
            inputMode="numeric"
            autoComplete="tel-national"
            placeholder={example}
            value={shown}
            onChange={({ currentTarget }) => {
              rememberCaret(currentTarget);
              read(currentTarget.value);
            }}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  );
}
