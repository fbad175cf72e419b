import { useStore } from '@nanostores/react';
import { type CallbackField, callbackFields, typeCallbackPhone } from '#lib/stores/leads/callback-form.ts';
import type { LeadForm } from '#lib/stores/leads/lead-form.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { TextField } from '../ui/Field.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { CallTimeFields } from './CallTimeFields.tsx';
import { LeadFormView } from './LeadFormView.tsx';
import { PhoneField } from './PhoneField.tsx';

export interface CallbackFormProps {
  lead: LeadForm<CallbackField>;
  id: string;
  action: string;
  topic: string;
  startedAt: number | null;
  isReturned: boolean;
}

/** API-53 */
export function CallbackForm({ topic, ...props }: CallbackFormProps) {
  const { id, lead } = props;
  const { form } = lead;
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  /** What ties one field of the form to its input. */
  const tie = (name: CallbackField) => ({
    id: `${id}-${name}`,
    name,
    value: values[name],
    error: errors[name],
    onValue: (value: string) => form.change(name, value),
    onBlur: () => form.blur(name),
  });

  return (
    <LeadFormView
      {...props}
      button="Call me back"
      note="We call about this request only. Your number goes to nobody else."
      hidden={{ topic }}
      onTyped={(typed) => {
        for (const name of Object.keys(callbackFields) as CallbackField[])
          if (name !== 'phone' && typed[name] !== undefined) form.change(name, typed[name]);
        if (typed.phone !== undefined) typeCallbackPhone(lead, typed.phone);
      }}
    >
      <TextField
        {...tie('firstName')}
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
        onPhone={(text) => typeCallbackPhone(lead, text)}
      />
      <CallTimeFields day={tie('callOn')} time={tie('callBetween')} />
      <TextAreaField
        {...tie('message')}
        label={
          <>
            What is it about? <span className="field-optional">Optional</span>
          </>
        }
        rows={2}
      />
      <CheckField
        {...tie('consent')}
        label="Yes, call me and write to me on WhatsApp or by SMS about this request."
        required
      />
    </LeadFormView>
  );
}
