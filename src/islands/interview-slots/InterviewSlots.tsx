import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { countText } from '#lib/domain/hiring/jobs/job-text.ts';
import { createSlots } from '#lib/stores/hiring/interview-slots.ts';
import { Trouble } from '../account/Trouble.tsx';
import { Button } from '../ui/Button.tsx';
import { SlotChoice } from './SlotChoice.tsx';

interface InterviewSlotsProps {
  applicationId: string;
  /** The reader's, IANA. */
  timeZone: string;
  /** What moving costs, said before anything is chosen; null while there is no time yet. */
  moves: Moves | null;
}

interface Moves {
  left: number;
  deadlineAt: string | null;
}

/** API-43: choosing a time, or another one. */
export default function InterviewSlots({ applicationId, timeZone, moves }: InterviewSlotsProps) {
  const [store] = useState(() => createSlots(applicationId));
  const [isOpen, setOpen] = useState(!moves);
  const [isReady, setReady] = useState(false);
  const slots = useStore(store.$slots);
  const isLoading = useStore(store.$isLoading);
  const failure = useStore(store.$failure);
  const part = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // What the page said may have changed since, in another tab.
  const known = slots
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
      {known && <p>{ruleOf(known, timeZone)}</p>}
      {!isOpen && (
        <div>
          <Button ref={opener} look="secondary" disabled={!isReady} onClick={() => setOpen(true)}>
            Move the interview
          </Button>
        </div>
      )}
      {isOpen && !slots && !failure && <p role="status">Loading the free times …</p>}
      {isOpen && <Trouble failure={failure} next={here} />}
      {isOpen && !slots && failure && (
        <div>
          <Button look="secondary" isLoading={isLoading} onClick={() => void store.load()}>
            Try again
          </Button>
        </div>
      )}
      {isOpen && slots && (
        <SlotChoice store={store} slots={slots} isScheduled={known !== null} onBook={book} onCancel={close} />
      )}
    </div>
  );
}

function ruleOf({ left, deadlineAt }: Moves, timeZone: string): string {
  const until = deadlineAt ? `, until ${dateTimeText(new Date(deadlineAt), timeZone)}` : '';
  return `You can move it ${countText(left, 'more time', 'more times')}${until}.`;
}
