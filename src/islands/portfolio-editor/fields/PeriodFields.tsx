import { useRef, useState } from 'react';
import { PartialDateField } from './PartialDateField.tsx';

interface PeriodFieldsProps {
  /** `projects/{id}` */
  path: string;
  startedOn: string | null;
  endedOn: string | null;
  /** 'I still work here' */
  ongoing: string;
  onChange: (changes: { startedOn?: string | null; endedOn?: string | null }) => void;
}

/** A start and an end date; an ongoing period has no end. */
export function PeriodFields({ path, startedOn, endedOn, ongoing, onChange }: PeriodFieldsProps) {
  // Once the person has edited the end, its fields stay visible while they are empty.
  const [hasEnd, setEnd] = useState(false);
  const lastEnd = useRef<string | null>(null);
  const isOngoing = endedOn === null && !hasEnd;

  function toggleOngoing(isTicked: boolean): void {
    setEnd(!isTicked);
    if (isTicked) lastEnd.current = endedOn;
    if (endedOn !== null || lastEnd.current !== null)
      onChange({ endedOn: isTicked ? null : lastEnd.current });
  }

  return (
    <div className="pe-period">
      <PartialDateField
        path={`${path}/startedOn`}
        label="Started"
        value={startedOn}
        onValue={(value) => onChange({ startedOn: value })}
      />
      {!isOngoing && (
        <PartialDateField
          path={`${path}/endedOn`}
          label="Ended"
          value={endedOn}
          onValue={(value) => {
            setEnd(true);
            onChange({ endedOn: value });
          }}
        />
      )}
      <label className="pe-ongoing">
        <input
          type="checkbox"
          checked={isOngoing}
          onChange={({ currentTarget }) => toggleOngoing(currentTarget.checked)}
        />
        {ongoing}
      </label>
    </div>
  );
}
