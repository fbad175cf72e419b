import { useStore } from '@nanostores/react';
import { callbackConsent } from '#lib/contract/leads/callback-fields.ts';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { countries } from '#lib/domain/core/countries.ts';
import { callTimes } from '#lib/domain/leads/callback-times.ts';
import { type CallbackField, changeCallbackPhone } from '#lib/stores/leads/callback-form.ts';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { Field, TextField } from '../ui/Field.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { useCaret } from '../ui/use-caret.ts';

interface CallbackFieldsProps {
  /** Id of the form, with which the id of each field begins. */
  id: string;
  lead: LeadForm<CallbackField>;
}

/** The fields of the form that asks a counsellor to call. [API-53] */
export function CallbackFields({ id, lead }: CallbackFieldsProps) {
  const { form } = lead;
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  const bindField = (name: CallbackField) => ({
    id: `${id}-${name}`,
    name,
    value: values[name],
    error: errors[name],
    onValue: (value: string) => form.change(name, value),
    onBlur: () => form.blur(name),
  });

  return (
    <>
      <TextField
        {...bindField('firstName')}
        label="First name"
        autoComplete="given-name"
        autoCapitalize="words"
        required
      />
      <PhoneField
        id={id}
        countryIsoCode={values.countryIsoCode}
        phone={values.phone}
        error={errors.phone ?? errors.countryIsoCode}
        onCountry={(isoCode) => form.change('countryIsoCode', isoCode)}
        onPhone={(text) => changeCallbackPhone(lead, text)}
      />
      <CallTimeFields day={bindField('callOn')} time={bindField('callBetween')} />
      <TextAreaField
        {...bindField('message')}
        label={
          <>
            What is it about? <span className="field-optional">Optional</span>
          </>
        }
        rows={2}
      />
      <CheckField {...bindField('consent')} label={callbackConsent} required />
      <CheckField {...bindField('acceptsOffers')} label={offersWording} />
    </>
  );
}

interface PhoneFieldProps {
  id: string;
  countryIsoCode: string;
  phone: string;
  error: string | undefined;
  onCountry: (isoCode: string) => void;
  onPhone: (text: string) => void;
}

/**
 * A number and its country in one frame. The sign-in modal has a searchable country list; this one is the browser's own
 * select, because the form has to work without script.
 */
function PhoneField({ id, countryIsoCode, phone, error, onCountry, onPhone }: PhoneFieldProps) {
  const restoreCaret = useCaret(phone);
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
              restoreCaret(currentTarget);
              onPhone(currentTarget.value);
            }}
          />
        </div>
      )}
    </Field>
  );
}

interface BoundField {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  onBlur: () => void;
}

/** An optional day and a part of it, as two controls of the browser. */
function CallTimeFields({ day, time }: { day: BoundField; time: BoundField }) {
  const { id, error, onValue, ...select } = time;
  return (
    <fieldset className="field-row">
      <legend className="field-label">
        When should we call?{' '}
        <span className="field-optional">Optional. Without a day, we call as soon as we can.</span>
      </legend>
      <TextField {...day} label="Day" type="date" />
      <Field id={id} label="Time" error={error}>
        {(control) => (
          <select
            {...select}
            {...control}
            className="field-input field-select"
            onChange={({ currentTarget }) => onValue(currentTarget.value)}
          >
            {Object.entries(callTimes).map(([key, { label }]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
