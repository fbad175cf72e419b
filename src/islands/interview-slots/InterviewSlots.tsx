import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { dateTimeText, defaultTimeZone, timeText } from '#lib/domain/core/time-text.ts';
import { zonePlace } from '#lib/domain/core/time-zones.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { dayText, periodText } from '#lib/domain/hiring/appointments/period-text.ts';
import { countText } from '#lib/domain/hiring/jobs/job-text.ts';
import {
  type AvailableSlots,
  createInterviewSlots,
  type InterviewSlotsStore,
} from '#lib/stores/hiring/interview-slots.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { TextField } from '../ui/Field.tsx';
import { RadioField } from '../ui/RadioField.tsx';

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
    if (await store.book(reason))
      location.assign(`${here}?done=${allowance ? 'interview-moved' : 'interview'}`);
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
  return `You can move or cancel it ${countText(left, 'more time', 'more times')}${until}.`;
}

interface SlotPickerProps {
  store: InterviewSlotsStore;
  slots: AvailableSlots;
  isScheduled: boolean;
  onBook: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Shows the days first, then the times of the selected day, in the candidate's time zone. */
function SlotPicker({ store, slots, isScheduled, onBook, onCancel }: SlotPickerProps) {
  const { days, timeZone, current } = slots;
  const day = useStore(store.$selectedDay);
  const chosen = useStore(store.$selectedSlot);
  const isBooking = useStore(store.$isBooking);
  const lost = useStore(store.$conflictCount);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);

  // The focused time may have disappeared because somebody else booked it.
  useEffect(() => {
    if (lost || isScheduled) form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [lost, isScheduled]);

  async function book(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setError(chosen ? undefined : 'Please choose a time');
    if (chosen) await onBook(reason.trim());
    else form.current?.querySelector<HTMLElement>('.slots-times input')?.focus();
  }

  if (!day)
    return (
      <>
        <p>No interview times are free at the moment. Look again in a few hours.</p>
        <div className="application-buttons">
          <Button look="secondary" onClick={() => void store.load()}>
            Look again
          </Button>
          {isScheduled && (
            <Button look="quiet" onClick={onCancel}>
              Keep the time I have
            </Button>
          )}
        </div>
      </>
    );
  return (
    <form ref={form} className="application-form" noValidate onSubmit={(event) => void book(event)}>
      <p className="text-ink-muted">
        {current
          ? `Your time, ${dateTimeText(new Date(current.startsAt), timeZone)}, is yours until you have booked the new one. `
          : ''}
        All times are {timeZone === defaultTimeZone ? 'Indian time (IST)' : `${zonePlace(timeZone)} time`}, as{' '}
        <a className="link" href="/account/">
          your account
        </a>{' '}
        says.
      </p>
      <RadioField
        name="day"
        label="Day"
        value={day.date}
        options={days.map(({ date, slots: free }) => ({
          value: date,
          label: dayText(date),
          note: countText(free.length, 'time'),
        }))}
        onValue={(date) => {
          setError(undefined);
          store.selectDay(date);
        }}
      />
      <div className="slots-times">
        <RadioField
          name="time"
          label={`Time on ${dayText(day.date)}`}
          value={chosen?.id ?? null}
          error={error}
          options={day.slots.map((slot) => ({
            value: slot.id,
            label: timeText(new Date(slot.startsAt), timeZone),
            note: `${interviewModeLabels[slot.mode]} · until ${timeText(new Date(slot.endsAt), timeZone)}`,
          }))}
          onValue={(id) => {
            setError(undefined);
            store.selectSlot(id);
          }}
        />
      </div>
      {isScheduled && (
        <TextField
          name="reason"
          label={
            <>
              Reason for the change <span className="field-optional">(optional)</span>
            </>
          }
          maxLength={500}
          value={reason}
          onValue={setReason}
        />
      )}
      <p role="status" className="slots-chosen">
        {chosen && `You have chosen ${periodText(chosen, timeZone)}.`}
      </p>
      <div className="application-buttons">
        <Button type="submit" isLoading={isBooking}>
          {isScheduled ? 'Move to this time' : 'Book this time'}
        </Button>
        {isScheduled && (
          <Button look="secondary" disabled={isBooking} onClick={onCancel}>
            Keep the time I have
          </Button>
        )}
      </div>
    </form>
  );
}
