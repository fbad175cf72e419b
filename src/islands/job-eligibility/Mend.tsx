import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { loadDetails } from '#lib/stores/hiring/job-eligibility.ts';
import {
  createRegistration,
  type Location,
  type RegistrationStore,
} from '#lib/stores/hiring/registration.ts';
import { Trouble } from '../account/Trouble.tsx';
import { FieldInput } from '../moonshot-registration/FieldInput.tsx';
import { SaveNote } from '../moonshot-registration/SaveNote.tsx';
import { Button } from '../ui/Button.tsx';

interface MendProps {
  /** The field that the rule looks at. */
  field: string;
  userId: string;
  here: string;
  onSaved: () => void;
}

interface Loaded {
  store: RegistrationStore;
  locations: readonly Location[];
}

/** What a rule looks at besides its field. */
const besides: Partial<Record<RegistrationField, RegistrationField[]>> = {
  highestQualification: ['degree', 'graduationYear'],
  currentLocationId: ['willingToRelocate'],
};

/** One of the candidate's details, changed where it is asked for. */
export default function Mend({ field, userId, here, onSaved }: MendProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    setFailure(null);
    loadDetails().then(
      ({ registration, locations }) =>
        setLoaded({ store: createRegistration(registration, userId), locations }),
      (error) => setFailure(failureOf(error, { isTyped: false })),
    );
  }, [userId, attempt]);

  if (loaded) return <Fields {...loaded} field={field as RegistrationField} here={here} onSaved={onSaved} />;
  if (!failure) return <p role="status">Loading your details …</p>;
  return (
    <>
      <Trouble failure={failure} next={here} />
      <Button look="secondary" size="sm" onClick={() => setAttempt(attempt + 1)}>
        Try again
      </Button>
    </>
  );
}

interface FieldsProps extends Loaded, Pick<MendProps, 'here' | 'onSaved'> {
  field: RegistrationField;
}

function Fields({ store, locations, field, here, onSaved }: FieldsProps) {
  const state = useStore(store.$state);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => store.start(), [store]);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, []);
  const tell = useRef(onSaved);
  tell.current = onSaved;
  useEffect(() => {
    if (state === 'saved') tell.current();
  }, [state]);

  return (
    <div ref={element} className="mend">
      {[field, ...(besides[field] ?? [])].map((name) => (
        <FieldInput key={name} store={store} field={name} locations={locations} />
      ))}
      <SaveNote state={state} />
      <Trouble failure={useStore(store.$failure)} next={here} />
    </div>
  );
}
