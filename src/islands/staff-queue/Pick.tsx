import { type RefObject, useEffect, useRef } from 'react';
import { areSingleKeysOn, isSingleKey, switchSingleKeys } from '#lib/browser/single-keys.ts';
import type { ApplicationQueue, QueueCard } from '#lib/stores/staff/application-queue.ts';
import { pressPageKey } from './queue-keys.ts';

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

interface KeysHintProps {
  queue: ApplicationQueue;
  /** The field with the actions for what is chosen. */
  actionRef: RefObject<HTMLSelectElement | null>;
}

/**
 * The keys of the list, and the switch of those of a single key (WCAG 2.1.4). From anywhere on the page, J and K lead into the list,
 * A chooses all, M leads to the actions, and ? to this line.
 */
export function KeysHint({ queue, actionRef }: KeysHintProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const onOff = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The server renders them as on, because only the browser knows.
    if (onOff.current) onOff.current.checked = areSingleKeysOn();
    function onKeyDown(event: KeyboardEvent): void {
      const { key } = event;
      if (!isSingleKey(event)) return;
      const isPageKey = pressPageKey(key, { queue, onAct: () => actionRef.current?.focus() });
      if (key === '?') line.current?.focus();
      else if (key === 'j' || key === 'k')
        line.current?.closest('form')?.querySelector<HTMLInputElement>('input[name="id"]')?.focus();
      else if (!isPageKey) return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [queue, actionRef]);
  return (
    <p className="keys" ref={line} tabIndex={-1}>
      Keys: <kbd>J</kbd> <kbd>K</kbd> or arrows to go, <kbd>X</kbd> or space to choose, with <kbd>Shift</kbd>{' '}
      several, <kbd>A</kbd> all, <kbd>M</kbd> to move, <kbd>Enter</kbd> to open, <kbd>?</kbd> to come to these
      keys.{' '}
      <label className="keys-switch">
        <input
          ref={onOff}
          type="checkbox"
          defaultChecked
          onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
        />
        Single-key shortcuts
      </label>
    </p>
  );
}
