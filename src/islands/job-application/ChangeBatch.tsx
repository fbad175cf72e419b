import { useEffect, useRef, useState } from 'react';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { Application } from '#lib/stores/hiring/application-actions.ts';
import { Button } from '../ui/Button.tsx';
import TrainingSetup from './TrainingSetup.tsx';

interface ChangeBatchProps {
  applicationId: string;
  batches: Application['trainingBatches'];
  /** IANA time zone of the candidate. */
  timeZone: string;
  /** The booked batch. It can be changed until it begins. */
  current: { id: string; startsAt: string; timeZone: string };
}

/** Opens the choice of another training batch. [API-42] */
export default function ChangeBatch({ applicationId, batches, timeZone, current }: ChangeBatchProps) {
  const [isOpen, setOpen] = useState(false);
  const [isReady, setReady] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const until = dateTimeText(new Date(current.startsAt), current.timeZone, timeZone);

  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    part.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus();
  }, [isOpen]);

  return (
    <div ref={part} className="slots">
      <p>You can change to another batch until {until}. Your seat stays yours until you have another.</p>
      {isOpen ? (
        <TrainingSetup
          applicationId={applicationId}
          batches={batches}
          timeZone={timeZone}
          currentBatchId={current.id}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div>
          <Button look="secondary" disabled={!isReady} onClick={() => setOpen(true)}>
            Change batch
          </Button>
        </div>
      )}
    </div>
  );
}
