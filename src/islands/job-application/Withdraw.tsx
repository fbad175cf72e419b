import { useState } from 'react';
import { type WithdrawalReason, withdrawalReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { type Failure, withdrawApplication } from '#lib/stores/hiring/application-actions.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { useQuestion } from '../ui/use-question.ts';

/** Withdraws an application after a confirmation, because it cannot be undone and its seats are released. */
export default function Withdraw({ applicationId }: { applicationId: string }) {
  const { isAsking, isBusy, setBusy, close, openerProps, questionProps } = useQuestion();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const here = `/moonshot/applications/${applicationId}/`;

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
      <Button look="quiet" {...openerProps}>
        Withdraw application
      </Button>
    );
  return (
    <fieldset {...questionProps}>
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
        <Button look="secondary" disabled={isBusy} onClick={close}>
          Keep application
        </Button>
      </div>
      <FailureAlert failure={failure} next={here} />
    </fieldset>
  );
}
