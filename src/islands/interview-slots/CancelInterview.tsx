import { useState } from 'react';
import { type WithdrawalReason, withdrawalReasons } from '#lib/domain/hiring/applications/reasons.ts';
import {
  cancelInterview,
  type Failure,
  withdrawApplication,
} from '#lib/stores/hiring/application-actions.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { TextField } from '../ui/Field.tsx';
import { RadioField } from '../ui/RadioField.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { useQuestion } from '../ui/use-question.ts';

interface CancelInterviewProps {
  applicationId: string;
  /** The slot that the page shows. */
  slotId: string;
  /** The number of times that the candidate can still move or cancel an interview. */
  changesLeft: number;
}

type Choice = 'LATER' | 'WITHDRAW';

/** Cancels a booked interview. The candidate chooses another time later, or withdraws the application. [API-43] */
export default function CancelInterview({ applicationId, slotId, changesLeft }: CancelInterviewProps) {
  const { isAsking, isBusy, setBusy, close, openerProps, questionProps } = useQuestion();
  const [choice, setChoice] = useState<Choice>('LATER');
  const [reason, setReason] = useState('');
  const [withdrawalReason, setWithdrawalReason] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const here = `/moonshot/applications/${applicationId}/`;

  async function confirm(): Promise<void> {
    setBusy(true);
    const isOver = choice === 'WITHDRAW';
    const why = isOver
      ? await withdrawApplication(
          applicationId,
          (withdrawalReason || undefined) as WithdrawalReason | undefined,
        )
      : await cancelInterview(applicationId, slotId, reason.trim());
    if (!why) return location.assign(`${here}?done=${isOver ? 'withdrawn' : 'cancelled'}`);
    setFailure(why);
    setBusy(false);
  }

  if (!isAsking)
    return (
      <Button look="quiet" {...openerProps}>
        Cancel interview
      </Button>
    );
  return (
    <fieldset {...questionProps}>
      <legend>Cancel this interview?</legend>
      <RadioField
        name="next"
        label="What comes next?"
        value={choice}
        options={[
          {
            value: 'LATER',
            label: 'I choose another time later',
            note: `Your application stays open. This uses ${changesLeft > 1 ? 'one of your changes' : 'your last change'}.`,
          },
          {
            value: 'WITHDRAW',
            label: 'I withdraw my application',
            note: 'Your application ends. You can apply again while the job is open.',
          },
        ]}
        onValue={(value) => setChoice(value as Choice)}
      />
      {choice === 'WITHDRAW' ? (
        <SelectField
          label="Reason (optional)"
          value={withdrawalReason}
          none="I prefer not to say"
          options={Object.entries(withdrawalReasons)}
          onValue={setWithdrawalReason}
        />
      ) : (
        <TextField
          name="cancel-reason"
          label="Reason (optional)"
          maxLength={500}
          value={reason}
          onValue={setReason}
        />
      )}
      <div className="account-actions">
        <Button look="danger" isLoading={isBusy} onClick={() => void confirm()}>
          {choice === 'WITHDRAW' ? 'Withdraw application' : 'Cancel interview'}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={close}>
          Keep interview
        </Button>
      </div>
      <FailureAlert failure={failure} next={here} />
    </fieldset>
  );
}
