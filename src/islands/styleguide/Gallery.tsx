import { useState } from 'react';
import type { ParsedPhone } from '#lib/domain/core/phone-input.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { Field, TextField } from '../ui/Field.tsx';
import { Modal } from '../ui/modal/Modal.tsx';
import { OtpInput } from '../ui/OtpInput.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { CountrySelect } from '../ui/select/CountrySelect.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { Choices } from './Choices.tsx';

const longName = 'Subrahmanyan Venkataraghavan Chandrasekharan-Krishnamoorthy';
const plus = (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d="M8 2v12M2 8h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

/** Every piece of islands/ui in the states that it has; the styleguide shows it in development. */
export function Gallery() {
  return (
    <div className="guide-grid">
      <Buttons />
      <Fields />
      <Choices />
      <Phones />
      <People />
      <Failures />
      <Dialogs />
    </div>
  );
}

function Buttons() {
  return (
    <section aria-labelledby="ui-button">
      <h3 id="ui-button">Button</h3>
      <div className="guide-row">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <Button isLoading>Sending</Button>
        <Button disabled>Disabled</Button>
        <Button icon={plus} aria-label="Add" />
        <Button icon={plus}>With an icon</Button>
      </div>
      {(['roomy', 'compact', 'auth'] as const).map((scale) => (
        <div className="guide-row" key={scale}>
          {(scale === 'auth' ? (['sm', 'md'] as const) : (['xs', 'sm', 'md', 'lg'] as const)).map((size) => (
            <Button key={size} scale={scale} size={size} look="secondary">
              {scale} {size}
            </Button>
          ))}
        </div>
      ))}
    </section>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [ticked, setTicked] = useState('');
  return (
    <section aria-labelledby="ui-field">
      <h3 id="ui-field">Field, TextField, TextAreaField, CheckField</h3>
      <TextField label="First name" name="guide-first" value={text} onValue={setText} />
      <TextField
        label="Email"
        name="guide-email"
        value="asha@"
        error="Please enter a valid email address"
        description="Where the brochure goes."
        onValue={() => {}}
      />
      <TextAreaField label="What is it about?" name="guide-about" value={text} onValue={setText} />
      <CheckField label="Yes, call me" name="guide-tick" value={ticked} onValue={setTicked} />
      <CheckField
        label="A tick that is missing"
        name="guide-missing"
        value=""
        error="Please agree to be called"
        onValue={() => {}}
      />
      <Field label="A select">
        {(control) => (
          <select {...control} className="field-input field-select">
            <option>Any time of the day</option>
          </select>
        )}
      </Field>
    </section>
  );
}

function Phones() {
  const [phone, setPhone] = useState<ParsedPhone>({ countryIsoCode: 'IN', phone: '' });
  const [isoCode, setIsoCode] = useState('IN');
  const [otp, setOtp] = useState('');
  return (
    <section aria-labelledby="ui-phone">
      <h3 id="ui-phone">PhoneInput, CountrySelect, OtpInput</h3>
      <PhoneInput label="Mobile number" {...phone} onValue={setPhone} />
      <PhoneInput
        label="A wrong number"
        countryIsoCode="AE"
        phone="12"
        error="Please enter a valid phone number"
        onValue={() => {}}
      />
      <CountrySelect isoCode={isoCode} onSelect={setIsoCode} />
      <Field label="Enter OTP to continue">
        {(control) => <OtpInput {...control} value={otp} onValue={setOtp} />}
      </Field>
      <Field label="A wrong OTP" error="Please enter a valid OTP">
        {(control) => <OtpInput {...control} value="12345" onValue={() => {}} />}
      </Field>
    </section>
  );
}

function People() {
  return (
    <section aria-labelledby="ui-avatar">
      <h3 id="ui-avatar">Avatar</h3>
      <div className="guide-row">
        <Avatar name="Asha Rao" />
        <Avatar name="आशा" />
        <Avatar name={null} />
        <span className="break-words">{longName}</span>
      </div>
    </section>
  );
}

function Failures() {
  return (
    <section aria-labelledby="ui-failure">
      <h3 id="ui-failure">FailureAlert</h3>
      <FailureAlert failure={{ message: 'This could not be saved. Please try again.' }} />
      <FailureAlert failure={{ message: 'Your session has ended.', needsLogin: true }} />
    </section>
  );
}

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="ui-modal">
      <h3 id="ui-modal">Modal</h3>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Open a modal
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="guide-modal" width="sm">
        <div className="guide-modal">
          <h4 id="guide-modal">A small modal</h4>
          <p>On a phone it is a sheet that comes from below.</p>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Modal>
    </section>
  );
}
