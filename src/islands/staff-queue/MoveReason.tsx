import { reopenReasons, staffReasons } from '#lib/domain/hiring/applications/reasons.ts';
import { reasonsFor, requiresReason } from '#lib/domain/staff/staff-actions.ts';
import { Field } from '../ui/Field.tsx';

interface MoveReasonProps {
  /** The chosen move; empty before one is chosen, and without the script. */
  action: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

/** Chooses why applications are moved. Staff read it, the candidates do not. */
export const MoveReason = ({ action, value, error, onValue }: MoveReasonProps) => (
  <Field label={reasonLabel(action)} error={error}>
    {(control) => (
      <select
        {...control}
        name="reasonCode"
        className="field-input field-select"
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        <option value="">None</option>
        <ReasonOptions action={action} />
      </select>
    )}
  </Field>
);

/** The reasons for the action; before one is chosen, all of them. */
function ReasonOptions({ action }: { action: string }) {
  if (action) return <Texts texts={reasonsFor(action)} />;
  return (
    <>
      <optgroup label="To hold or reject">
        <Texts texts={staffReasons} />
      </optgroup>
      <optgroup label="To reopen">
        <Texts texts={reopenReasons} />
      </optgroup>
    </>
  );
}

const Texts = ({ texts }: { texts: Readonly<Record<string, string>> }) =>
  Object.entries(texts).map(([key, text]) => (
    <option key={key} value={key}>
      {text}
    </option>
  ));

/** Before an action is chosen, and without the script, the label says when a reason is needed. */
function reasonLabel(action: string): string {
  if (!action) return 'Reason, for staff only (to hold, reject or reopen)';
  return requiresReason(action) ? 'Reason, for staff only' : 'Reason, for staff only (optional)';
}
