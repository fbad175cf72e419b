import { type SubmitEvent, useEffect, useState } from 'react';
import { consentRequired, registrationConsent } from '#lib/domain/hiring/registration/registration-text.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { registerCandidate } from '#lib/stores/hiring/registration.ts';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';

/** Asks for consent to use the candidate's details, before the form opens. [API-40] */
export default function Consent({ next }: { next: string }) {
  const [consent, setConsent] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  async function begin(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    setError(consent ? undefined : consentRequired);
    if (!consent) return form.querySelector('input')?.focus();
    setBusy(true);
    setFailure(null);
    try {
      if (await registerCandidate()) return location.assign(next);
    } catch (problem) {
      setFailure(failureOf(problem, { isTyped: false }));
    }
    setBusy(false);
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void begin(event)}>
      <fieldset className="grid gap-5" disabled={!isReady}>
        <CheckField
          name="consent"
          label={registrationConsent}
          value={consent}
          error={error}
          required
          onValue={setConsent}
        />
        <div>
          <Button type="submit" isLoading={isBusy}>
            Start
          </Button>
        </div>
      </fieldset>
      <FailureAlert failure={failure} next={next} />
    </form>
  );
}
