import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';

interface SignOutElsewhereProps {
  count: number;
  isEnding: boolean;
  onConfirm: () => void;
}

/** The button that signs out all other devices; it asks for confirmation, since unsaved work there may be lost. */
export function SignOutElsewhere({ count, isEnding, onConfirm }: SignOutElsewhereProps) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const wasAsking = useRef(false);

  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  if (!isAsking)
    return (
      <div>
        <Button ref={opener} look="secondary" onClick={() => setAsking(true)}>
          Log out everywhere else
        </Button>
      </div>
    );
  const devices = count === 1 ? '1 other device' : `${count} other devices`;
  return (
    <fieldset
      ref={question}
      className="account-question"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}
    >
      <legend>Log out of {devices}?</legend>
      <p className="account-note">To log in again, they need an OTP. You stay logged in on this device.</p>
      <div className="account-actions">
        <Button look="danger" isLoading={isEnding} onClick={onConfirm}>
          Log out of {devices}
        </Button>
        <Button look="secondary" disabled={isEnding} onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
