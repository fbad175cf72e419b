import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatMoveButton, formatMoveQuestion } from '#lib/domain/staff/staff-actions.ts';
import type { ApplicationQueue } from '#lib/stores/staff/application-queue.ts';
import { MovesPreview } from '../staff-preview/MovesPreview.tsx';
import { Button } from '../ui/Button.tsx';

interface MoveConfirmationProps {
  queue: ApplicationQueue;
  onMoved: (isMoved: boolean) => void;
  onCancel: () => void;
}

/** Asks before applications are moved, and gets the focus. Shows nothing while no move waits. */
export function MoveConfirmation({ queue, onMoved, onCancel }: MoveConfirmationProps) {
  const pending = useStore(queue.$pending);
  const isMoving = useStore(queue.$isMoving);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (pending) title.current?.focus();
  }, [pending]);
  if (!pending) return null;
  const { action, preview } = pending;
  const count = preview.applications.length;
  return (
    <div className="bulk-confirmation">
      <h2 ref={title} tabIndex={-1}>
        {formatMoveQuestion(action, count)}
      </h2>
      <MovesPreview preview={preview} />
      <div className="staff-row">
        {count > 0 && (
          <Button scale="compact" isLoading={isMoving} onClick={async () => onMoved(await queue.confirm())}>
            {formatMoveButton(action, count)}
          </Button>
        )}
        <Button
          scale="compact"
          look="quiet"
          onClick={() => {
            queue.cancel();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}
