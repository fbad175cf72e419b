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

/** From and to; what goes on has no end. */
export function PeriodFields({ path, startedOn, endedOn, ongoing, onChange }: PeriodFieldsProps) {
  // Whoever has begun with an end keeps its fields, also while they are empty.
  const [hasEnd, setEnd] = useState(false);
  const former = useRef<string | null>(null);
  const isOngoing = endedOn === null && !hasEnd;

  function tick(isTicked: boolean): void {
    setEnd(!isTicked);
    if (isTicked) former.current = endedOn;
    if (endedOn !== null || former.current !== null) onChange({ endedOn: isTicked ? null : former.current });
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
          onChange={({ currentTarget }) => tick(currentTarget.checked)}
        />
        {ongoing}
      </label>
    </div>
  );
}
