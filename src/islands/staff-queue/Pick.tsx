import type { ApplicationQueue, QueueCard } from '#lib/stores/staff/application-queue.ts';

interface PickBoxProps {
  card: QueueCard;
  queue: ApplicationQueue;
  isSelected: boolean;
}

/** The checkbox that selects one application; with Shift, all from the last one. */
export function PickBox({ card, queue, isSelected }: PickBoxProps) {
  return (
    <label className="queue-pick">
      <input
        type="checkbox"
        name="id"
        value={card.id}
        aria-label={`Choose ${card.number}, ${card.candidate.name}`}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          (nativeEvent as MouseEvent).shiftKey ? queue.toggleTo(card.id) : queue.toggle(card.id)
        }
      />
    </label>
  );
}

/** Shows when the reply is due, in red when it is late, and nothing when no reply is due. */
export function Due({ card, text }: { card: QueueCard; text: string | null }) {
  return text ? <span className={card.isLate ? 'staff-late' : 'staff-muted'}>{text}</span> : null;
}

/** Flags an application whose candidate does not meet all rules by their own details. */
export function UnmetRules({ card: { unmetRules } }: { card: QueueCard }) {
  const text = `Not met: ${unmetRules.join(', ')}`;
  return unmetRules.length > 0 ? (
    <span className="queue-line staff-small queue-unmet" title={text}>
      {text}
    </span>
  ) : null;
}

/** Returns the name of the member of staff who is responsible for an application. */
export const ownerNameOf = ({ owner }: QueueCard): string | null =>
  owner && (owner.name ?? 'A former colleague');

export function KeysHint() {
  return (
    <p className="keys">
      With a box in focus: <kbd>J</kbd> <kbd>K</kbd> or arrows to go, <kbd>X</kbd> or space to choose, with{' '}
      <kbd>Shift</kbd> several, <kbd>A</kbd> all, <kbd>M</kbd> to move, <kbd>Enter</kbd> to open.
    </p>
  );
}
