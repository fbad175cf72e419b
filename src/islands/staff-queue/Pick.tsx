import { useStore } from '@nanostores/react';
import type { ApplicationQueue, QueueCard } from '#lib/stores/staff/application-queue.ts';

/** The box that chooses one application; with Shift, all from the one before. */
export function Pick({ card, queue }: { card: QueueCard; queue: ApplicationQueue }) {
  const chosen = useStore(queue.$selectedIds);
  return (
    <label className="queue-pick">
      <input
        type="checkbox"
        name="id"
        value={card.id}
        aria-label={`Choose ${card.number}, ${card.candidate.name}`}
        checked={chosen.has(card.id)}
        onChange={({ nativeEvent }) =>
          (nativeEvent as MouseEvent).shiftKey ? queue.toggleTo(card.id) : queue.toggle(card.id)
        }
      />
    </label>
  );
}

/** `due in 5 h`, in red when it is late; nothing while nothing is promised or a reply was given. */
export function Due({ card, text }: { card: QueueCard; text: string | null }) {
  return text ? <span className={card.isLate ? 'staff-late' : 'staff-muted'}>{text}</span> : null;
}

export function KeysHint() {
  return (
    <p className="keys">
      With a box in focus: <kbd>J</kbd> <kbd>K</kbd> or arrows to go, <kbd>X</kbd> or space to choose, with{' '}
      <kbd>Shift</kbd> several, <kbd>A</kbd> all, <kbd>M</kbd> to move, <kbd>Enter</kbd> to open.
    </p>
  );
}
