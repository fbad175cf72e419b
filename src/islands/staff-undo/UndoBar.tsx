import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatNotice } from '#lib/domain/staff/undo.ts';
import { $undoable, type UndoableAction } from '#lib/stores/staff/undo.ts';
import { Button } from '../ui/Button.tsx';

interface UndoBarProps {
  /** The change that could be undone when the page was rendered. */
  first: UndoableAction | null;
  /** What the page says of the change, where it says more than its name. */
  result?: string | null;
  /** Whether the bar is the page's only message about the change, and stays as such when the time is over. */
  isNotice?: boolean;
}

/** Says who is informed of the last change and when, and undoes it. Its form works before the script has loaded. */
export default function UndoBar({ first, result = null, isNotice = false }: UndoBarProps) {
  const action = useStore($undoable) ?? first;
  const secondsLeft = useSecondsLeft(action);
  if (!action) return null;
  const { label, names, people, replaced } = action;
  const isFirst = action === first;
  const text = (isFirst && result) || `${label}.`;
  if (secondsLeft <= 0)
    return isFirst && isNotice ? (
      <p className="staff-notice" role="status">
        {text}
      </p>
    ) : null;
  return (
    <form
      className="staff-undo"
      method="post"
      action="/staff/undo/"
      aria-label="Undo the last change"
      {...(isFirst && isNotice && { tabIndex: -1, 'data-notice': true })}
    >
      <input type="hidden" name="actionId" value={action.id} />
      <p aria-live="polite">
        You can undo: <strong>{text}</strong> {formatNotice(names, people, replaced)}
      </p>
      <Button type="submit" look="secondary" scale="compact" size="sm">
        Undo <span aria-hidden="true">({secondsLeft} s)</span>
      </Button>
    </form>
  );
}

/** Counts down from the time when the action arrived, because the clocks of server and browser may differ. */
function useSecondsLeft(action: UndoableAction | null): number {
  const [left, setLeft] = useState(action?.secondsLeft ?? 0);
  useEffect(() => {
    if (!action) return;
    const end = Date.now() + action.secondsLeft * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [action]);
  return left;
}
