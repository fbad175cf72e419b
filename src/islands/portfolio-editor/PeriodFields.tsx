import { useState } from 'react';
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
  const [isOngoing, setOngoing] = useState(endedOn === null);
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
          onValue={(value) => onChange({ endedOn: value })}
        />
      )}
      <label className="pe-ongoing">
        <input
          type="checkbox"
          checked={isOngoing}
          onChange={({ currentTarget }) => {
            setOngoing(currentTarget.checked);
            if (currentTarget.checked) onChange({ endedOn: null });
          }}
        />
        {ongoing}
      </label>
    </div>
  );
}
