import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createSlots } from '../../lib/stores/interview-slots.ts';
import { Trouble } from '../account/Trouble.tsx';
import { Button } from '../ui/Button.tsx';
import { SlotChoice } from './SlotChoice.tsx';

interface InterviewSlotsProps {
  applicationId: string;
  /** There is a time already, which is kept until the new one is sure. */
  isScheduled: boolean;
  /** What moving costs, said before anything is chosen; null when there is nothing to move. */
  rule: string | null;
}

/** API-43: choosing a time, or another one. */
export default function InterviewSlots({ applicationId, isScheduled, rule }: InterviewSlotsProps) {
  const [store] = useState(() => createSlots(applicationId));
  const [isOpen, setOpen] = useState(!isScheduled);
  const [isReady, setReady] = useState(false);
  const slots = useStore(store.$slots);
  const isLoading = useStore(store.$isLoading);
  const failure = useStore(store.$failure);
  const part = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const here = `/moonshot/applications/${applicationId}/`;

  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (isOpen) void store.load();
  }, [isOpen, store]);

  function close(): void {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  }

  async function book(reason: string): Promise<void> {
    if (await store.book(reason)) location.assign(`${here}?done=interview`);
  }

  return (
    <div ref={part} className="slots" aria-busy={isLoading}>
      {rule && <p>{rule}</p>}
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
        <SlotChoice store={store} slots={slots} isScheduled={isScheduled} onBook={book} onCancel={close} />
      )}
    </div>
  );
}
