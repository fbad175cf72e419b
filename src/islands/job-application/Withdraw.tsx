import { useEffect, useRef, useState } from 'react';
import { type WithdrawalReason, withdrawalReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { type Failure, withdrawApplication } from '#lib/stores/hiring/application-actions.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';

/** Withdraws an application after a confirmation, because it cannot be undone and its seats are released. */
export default function Withdraw({ applicationId }: { applicationId: string }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isReady, setReady] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const wasAsking = useRef(false);
  const here = `/moonshot/applications/${applicationId}/`;

  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  async function withdraw(): Promise<void> {
    setBusy(true);
    const why = await withdrawApplication(
      applicationId,
      (reason || undefined) as WithdrawalReason | undefined,
    );
    if (!why) return location.assign(`${here}?done=withdrawn`);
    setFailure(why);
    setBusy(false);
  }

  if (!isAsking)
    return (
      <Button ref={opener} look="quiet" disabled={!isReady} onClick={() => setAsking(true)}>
        Withdraw application
      </Button>
    );
  return (
    <fieldset
      ref={question}
      className="account-question"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && !isBusy && setAsking(false)}
    >
      <legend>Withdraw this application?</legend>
      <p className="account-note">
        Your application ends. Your interview time or training seat goes to somebody else. You can apply again
        while the job is open.
      </p>
      <SelectField
        label="Reason (optional)"
        value={reason}
        none="I prefer not to say"
        options={Object.entries(withdrawalReasons)}
        onValue={setReason}
      />
      <div className="account-actions">
        <Button look="danger" isLoading={isBusy} onClick={() => void withdraw()}>
          Withdraw
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={() => setAsking(false)}>
          Keep application
        </Button>
      </div>
      <FailureAlert failure={failure} next={here} />
    </fieldset>
  );
}
