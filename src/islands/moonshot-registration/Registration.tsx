import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import {
  type RegistrationField,
  registrationSections,
} from '#lib/domain/hiring/registration/registration.ts';
import {
  createRegistration,
  type Registration as Details,
  type Location,
  requiredText,
} from '#lib/stores/hiring/registration.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { Review } from './Review.tsx';
import { SaveNote } from './SaveNote.tsx';
import { SectionFields } from './SectionFields.tsx';
import { SectionNav } from './SectionNav.tsx';
import { useSection } from './use-section.ts';

interface RegistrationProps {
  registration: Details;
  locations: readonly Location[];
  userId: string;
  /** Key of the section in the URL, or `review`. */
  section: string;
  /** URL to open after the details are submitted. */
  next: string;
}

const fieldsOf = (section: string) =>
  Object.keys(registrationSections.find(({ key }) => key === section)?.fields ?? {}) as RegistrationField[];

/** The registration form in sections. Each field is saved when it is filled in. [API-40] [API-44] */
export default function Registration({ registration, locations, userId, section, next }: RegistrationProps) {
  const [store] = useState(() => createRegistration(registration, userId));
  const { sections } = useStore(store.$registration);
  const [isReady, setReady] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const keys = [...sections.map(({ key }) => key), 'review'];
  const { shown, show } = useSection(section, keys, heading);
  /** Whether Continue found empty required fields and nothing else, so that the person may fill them in later. */
  const [isMissing, setMissing] = useState(false);
  const errors = useStore(store.$errors);
  const hasErrorIn = (section: string) => fieldsOf(section).some((field) => errors[field]);
  const hasErrors = hasErrorIn(shown);
  // The server has the last valid value of a field with an error, and counts its section as complete.
  const steps = sections.map((section) => ({
    ...section,
    complete: section.complete && !hasErrorIn(section.key),
  }));
  const state = useStore(store.$state);

  useEffect(() => {
    setReady(true);
    return store.start();
  }, [store]);

  const here = `/moonshot/registration/?${new URLSearchParams({ section: shown, next })}`;
  const title = sections.find(({ key }) => key === shown)?.title ?? 'Check and submit';
  const after = keys[keys.indexOf(shown) + 1];
  const before = keys[keys.indexOf(shown) - 1];

  async function go(key: string, field?: string): Promise<void> {
    setMissing(false);
    show(key, field);
    await store.flush();
  }

  /** Opens any section, unless this one has a value that cannot be saved. */
  async function leave(key: string): Promise<void> {
    const [invalid] = store.checkSection(shown, { isComplete: false });
    if (!invalid) return go(key);
    document.getElementById(invalid)?.focus();
    await store.flush();
  }

  /** Opens the next section, or shows what to correct in this one. */
  async function goOn(key: string): Promise<void> {
    const rejected = store.checkSection(shown, { isComplete: true });
    if (!rejected[0]) return go(key);
    setMissing(rejected.every((field) => store.$errors.get()[field] === requiredText));
    document.getElementById(rejected[0])?.focus();
    await store.flush();
  }

  return (
    <div className="registration">
      <SectionNav sections={steps} shown={shown} onShow={(key) => void leave(key)} />
      <section className="registration-section" aria-labelledby="section-title">
        <h2 id="section-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <fieldset className="registration-body" disabled={!isReady} aria-labelledby="section-title">
          {shown === 'review' ? (
            <Review
              store={store}
              locations={locations}
              here={here}
              next={next}
              onShow={(key, field) => void go(key, field)}
            />
          ) : (
            <SectionFields key={shown} store={store} section={shown} locations={locations} />
          )}
          <FailureAlert failure={useStore(store.$failure)} next={here} />
          <div className="registration-buttons">
            {before && (
              <Button look="secondary" onClick={() => void leave(before)}>
                Back
              </Button>
            )}
            {after && (
              <Button onClick={() => void goOn(after)}>
                {after === 'review' ? 'Check all' : 'Continue'}
              </Button>
            )}
            {after && isMissing && hasErrors && (
              <Button look="quiet" onClick={() => void go(after)}>
                Fill in later
              </Button>
            )}
          </div>
        </fieldset>
        <SaveNote state={hasErrors && state === 'saved' ? 'unsaved' : state} />
      </section>
    </div>
  );
}
