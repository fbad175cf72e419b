import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { RegistrationField } from '#lib/domain/hiring/registration/registration.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { loadRegistration } from '#lib/stores/hiring/job-eligibility.ts';
import {
  createRegistration,
  type Location,
  type RegistrationStore,
} from '#lib/stores/hiring/registration.ts';
import { FieldInput } from '../moonshot-registration/FieldInput.tsx';
import { SaveNote } from '../moonshot-registration/SaveNote.tsx';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';

interface EditDetailProps {
  /** The registration field that the rule checks. */
  field: string;
  userId: string;
  here: string;
  onSaved: () => void;
}

interface EditDetailData {
  store: RegistrationStore;
  locations: readonly Location[];
}

/** Further fields that a rule may check together with its own. */
const relatedFields: Partial<Record<RegistrationField, RegistrationField[]>> = {
  highestQualification: ['degree', 'graduationYear'],
  residence: ['willingToRelocate'],
};

/** Edits one of the candidate's details next to the rule that asks for it. */
export default function EditDetail({ field, userId, here, onSaved }: EditDetailProps) {
  const [loaded, setLoaded] = useState<EditDetailData | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    setFailure(null);
    loadRegistration().then(
      ({ registration, locations }) =>
        setLoaded({ store: createRegistration(registration, userId), locations }),
      (error) => setFailure(failureOf(error, { isTyped: false })),
    );
  }, [userId, attempt]);

  if (loaded)
    return <DetailFields {...loaded} field={field as RegistrationField} here={here} onSaved={onSaved} />;
  if (!failure) return <p role="status">Loading your details …</p>;
  return (
    <>
      <FailureAlert failure={failure} next={here} />
      <Button look="secondary" size="sm" onClick={() => setAttempt(attempt + 1)}>
        Try again
      </Button>
    </>
  );
}

interface DetailFieldsProps extends EditDetailData, Pick<EditDetailProps, 'here' | 'onSaved'> {
  field: RegistrationField;
}

function DetailFields({ store, locations, field, here, onSaved }: DetailFieldsProps) {
  const state = useStore(store.$state);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => store.start(), [store]);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, []);
  const notifySaved = useRef(onSaved);
  notifySaved.current = onSaved;
  useEffect(() => {
    if (state === 'saved') notifySaved.current();
  }, [state]);

  return (
    <div ref={element} className="mend">
      {[field, ...(relatedFields[field] ?? [])].map((name) => (
        <FieldInput key={name} store={store} field={name} locations={locations} />
      ))}
      <SaveNote state={state} />
      <FailureAlert failure={useStore(store.$failure)} next={here} />
    </div>
  );
}
