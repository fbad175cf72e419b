import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { countText } from '#lib/domain/hiring/jobs/job-text.ts';
import { createInterviewSlots } from '#lib/stores/hiring/interview-slots.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { SlotPicker } from './SlotPicker.tsx';

interface InterviewSlotsProps {
  applicationId: string;
  /** IANA time zone of the reader. */
  timeZone: string;
  /** The remaining reschedules and their deadline. Null while no interview is booked. */
  moves: RescheduleAllowance | null;
}

interface RescheduleAllowance {
  left: number;
  deadlineAt: string | null;
}

/** Lets a candidate book an interview time, or move to another one. [API-43] */
export default function InterviewSlots({ applicationId, timeZone, moves }: InterviewSlotsProps) {
  const [store] = useState(() => createInterviewSlots(applicationId));
  const [isOpen, setOpen] = useState(!moves);
  const [isReady, setReady] = useState(false);
  const slots = useStore(store.$slots);
  const isLoading = useStore(store.$isLoading);
  const failure = useStore(store.$failure);
  const part = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Another tab may have moved the interview since the page was rendered, so the loaded slots win.
  const allowance = slots
    ? slots.current && { left: slots.reschedulesLeft, deadlineAt: slots.deadlineAt }
    : moves;
  const here = `/moonshot/applications/${applicationId}/`;

  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (isOpen) void store.load();
  }, [isOpen, store]);

  function close(): void {
    if (!moves) {
      location.assign(here);
      return;
    }
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  }

  async function book(reason: string): Promise<void> {
    if (await store.book(reason)) location.assign(`${here}?done=interview`);
  }

  return (
    <div ref={part} className="slots" aria-busy={isLoading}>
      {allowance && <p>{rescheduleRuleText(allowance, timeZone)}</p>}
      {!isOpen && (
        <div>
          <Button ref={opener} look="secondary" disabled={!isReady} onClick={() => setOpen(true)}>
            Move the interview
          </Button>
        </div>
      )}
      {isOpen && !slots && !failure && <p role="status">Loading the free times …</p>}
      {isOpen && <FailureAlert failure={failure} next={here} />}
      {isOpen && !slots && failure && (
        <div>
          <Button look="secondary" isLoading={isLoading} onClick={() => void store.load()}>
            Try again
          </Button>
        </div>
      )}
      {isOpen && slots && (
        <SlotPicker
          store={store}
          slots={slots}
          isScheduled={allowance !== null}
          onBook={book}
          onCancel={close}
        />
      )}
    </div>
  );
}

function rescheduleRuleText({ left, deadlineAt }: RescheduleAllowance, timeZone: string): string {
  const until = deadlineAt ? `, until ${dateTimeText(new Date(deadlineAt), timeZone)}` : '';
  return `You can move it ${countText(left, 'more time', 'more times')}${until}.`;
}
