import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createDetailsForm, type DetailName, hydrateUser } from '#lib/stores/account/account.ts';
import { $user, type User, type UserProfile } from '#lib/stores/account/user.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { TextField } from '../ui/Field.tsx';
import { SaveNotice } from './SaveNotice.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { useFirstError } from './use-first-error.ts';

interface DetailsProps {
  user: User;
  userProfiles: readonly UserProfile[];
}

const optional = <span className="field-optional">(optional)</span>;

const firstName = {
  name: 'firstName',
  label: 'First name',
  autoComplete: 'given-name',
  autoCapitalize: 'words',
} as const;
const lastName = {
  name: 'lastName',
  label: <>Last name {optional}</>,
  autoComplete: 'family-name',
  autoCapitalize: 'words',
} as const;
const email = {
  name: 'email',
  label: 'Email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  type: 'email',
} as const;
const typedNames = [firstName.name, lastName.name, email.name];

/** The form for names, email and time zone. [FORM-01 to FORM-08, FORM-13] */
export default function Details({ user, userProfiles }: DetailsProps) {
  const [details] = useState(() => createDetailsForm(user));
  const { form } = details;
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  const isPristine = useStore(form.$isPristine);
  const isSaving = useStore(form.$isSubmitting);
  const person = useStore($user, { ssr: 'initial' }) ?? user;
  const [isReady, setReady] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  useFirstError(element, useStore(form.$failures));

  useEffect(() => {
    const typed = findTypedValues(element.current, user);
    hydrateUser(user, userProfiles);
    const stop = details.persistDrafts();
    for (const [name, value] of typed) details.form.change(name, value);
    setReady(true);
    return stop;
  }, [details, user, userProfiles]);

  const bind = (name: DetailName) => ({
    value: values[name],
    error: errors[name],
    onValue: (value: string) => form.change(name, value),
    onBlur: () => form.blur(name),
  });

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const hadFocus = document.activeElement === saveButton.current;
    await details.save();
    // The button was disabled while saving and lost the focus.
    if (hadFocus)
      requestAnimationFrame(() => document.activeElement === document.body && saveButton.current?.focus());
  }

  return (
    <form ref={element} className="account-form" noValidate onSubmit={save}>
      <div className="account-names">
        <TextField {...firstName} {...bind('firstName')} />
        <TextField {...lastName} {...bind('lastName')} />
      </div>
      <TextField {...email} {...bind('email')} description={emailNote(person)} />
      <TimeZoneField
        value={values.timeZone}
        countryIsoCode={person.countryIsoCode}
        error={errors.timeZone}
        onSelect={(timeZone) => form.change('timeZone', timeZone)}
      />
      <div className="account-actions">
        <Button
          ref={saveButton}
          type="submit"
          isLoading={isSaving}
          // Before the script has loaded the button would submit the form, so it is disabled. If there is
          // nothing to save, it keeps the focus but looks inactive.
          disabled={!isReady}
          aria-disabled={isPristine || undefined}
        >
          Save changes
        </Button>
        {!isPristine && !isSaving && (
          <Button look="quiet" onClick={details.discard}>
            Undo
          </Button>
        )}
        <SaveNotice notice={useStore(details.$notice)} />
      </div>
      <FailureAlert failure={useStore(details.$failure)} next="/account/" />
    </form>
  );
}

/** Says what the email is used for, or how to confirm it. [C-22] */
function emailNote({ isPhoneVerified, isEmailVerified }: User): ReactNode {
  if (isEmailVerified) return 'We send offers and interview details here.';
  if (!isPhoneVerified) return 'We send a code here once your number is verified.';
  return (
    <>
      Not confirmed yet.{' '}
      <a className="link" href="/account/verify-email/">
        Confirm email
      </a>
    </>
  );
}

/** Text that was entered into the page before this script ran. */
function findTypedValues(form: HTMLFormElement | null, user: User): [DetailName, string][] {
  return typedNames
    .map((name): [DetailName, string] => [
      name,
      form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? user[name],
    ])
    .filter(([name, value]) => value !== user[name]);
}
