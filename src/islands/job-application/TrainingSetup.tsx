import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { periodText } from '#lib/domain/hiring/appointments/period-text.ts';
import { trainingModeLabels } from '#lib/domain/hiring/jobs/job.ts';
import { countText } from '#lib/domain/hiring/jobs/job-text.ts';
import {
  type Application,
  changeTraining,
  type Failure,
  findApplication,
  setUpTraining,
} from '#lib/stores/hiring/application-actions.ts';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { RadioField } from '../ui/RadioField.tsx';

interface TrainingSetupProps {
  applicationId: string;
  batches: Application['trainingBatches'];
  /** IANA time zone of the candidate. */
  timeZone: string;
  /** The booked batch while the candidate changes to another one; they have agreed to the terms before. */
  currentBatchId?: string;
  /** Keeps the booked batch. */
  onCancel?: () => void;
}

/** Lets a candidate choose a training batch and agree to the terms, or change to another batch. [API-42] */
export default function TrainingSetup({
  applicationId,
  batches: first,
  timeZone,
  currentBatchId,
  onCancel,
}: TrainingSetupProps) {
  const [batches, setBatches] = useState(first);
  const [batchId, setBatchId] = useState<string | null>(null);
  const [agreed, setAgreed] = useState(currentBatchId ? 'yes' : '');
  const [errors, setErrors] = useState<{ batch?: string; terms?: string }>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The server renders the first choice only, and its script is not there yet. A change is rendered by the script.
  const [isReady, setReady] = useState(Boolean(currentBatchId));
  const form = useRef<HTMLFormElement>(null);
  const here = `/moonshot/applications/${applicationId}/`;
  useEffect(() => setReady(true), []);

  async function take(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setErrors({
      ...(batchId ? {} : { batch: 'Choose a training batch' }),
      ...(agreed ? {} : { terms: 'Tick the box to agree to the terms of the training' }),
    });
    if (!batchId || !agreed) return focusFirst(batchId ? '[name="terms"]' : '[type="radio"]');
    setBusy(true);
    setFailure(null);
    const { failure: why, isFull } = currentBatchId
      ? await changeTraining(applicationId, batchId, currentBatchId)
      : await setUpTraining(applicationId, batchId);
    if (!why) return location.assign(`${here}?done=${currentBatchId ? 'changed' : 'training'}`);
    setFailure(why);
    if (isFull) await showFresh();
    setBusy(false);
  }

  async function showFresh(): Promise<void> {
    const fresh = await findApplication(applicationId);
    if (fresh) setBatches(fresh.trainingBatches);
    setBatchId(null);
    focusFirst('[type="radio"]');
  }

  function focusFirst(selector: string): void {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  if (!batches.length)
    return (
      <>
        <FailureAlert failure={failure} next={here} />
        <p>No batch has a free seat now. Check this page again in a few days.</p>
      </>
    );
  return (
    <form
      ref={form}
      className="application-form training-batches"
      noValidate
      onSubmit={(event) => void take(event)}
    >
      <fieldset disabled={!isReady || isBusy} aria-label="Training">
        <FailureAlert failure={failure} next={here} />
        <RadioField
          name="batch"
          label="Which batch suits you?"
          value={batchId}
          error={errors.batch}
          options={batches.map((batch) => ({
            value: batch.id,
            label: `${batch.title}: ${periodText(batch, batch.timeZone, timeZone)}`,
            note: `${batch.address ?? trainingModeLabels[batch.mode]} · ${countText(batch.seatsLeft, 'seat')} left`,
          }))}
          onValue={(id) => {
            setBatchId(id);
            setErrors({});
          }}
        />
        {!currentBatchId && (
          <CheckField
            name="terms"
            label="I agree to the terms: the training is free, I will come to every session, and I will tell you before if I cannot."
            value={agreed}
            error={errors.terms}
            required
            onValue={(value) => {
              setAgreed(value);
              setErrors({});
            }}
          />
        )}
        <div className="application-buttons">
          <Button type="submit" isLoading={isBusy}>
            {currentBatchId ? 'Change to this batch' : 'Reserve a seat'}
          </Button>
          {onCancel && (
            <Button look="secondary" disabled={isBusy} onClick={onCancel}>
              Keep my batch
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}
