import { useStore } from '@nanostores/react';
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { PortfolioList } from '#lib/stores/portfolio/portfolio-editor.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';
import { CrossIcon } from '../icons.tsx';

/** Long enough for slow readers; each key press restarts the time. */
const shownMilliseconds = 30_000;

/** Offers to restore the entry that was removed last from this list, by a button or Control and Z. */
export function UndoToast({ list }: { list: PortfolioList }) {
  const { editor, announce } = useEditorTools();
  const last = useStore(editor.$lastRemoved);
  const removed = last?.list === list ? last : null;
  const more = useStore(editor.$removedCount) - 1;
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);

  function undo(): void {
    if (!removed) return;
    const { id } = removed.entry;
    editor.undoRemoval();
    announce(`${nameOf(removed.entry)} is back`);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-entry="${id}"] .pe-row-open`)?.focus(),
    );
  }

  useEffect(() => {
    if (!removed) return;
    const startTimer = () => setTimeout(editor.clearRemoved, shownMilliseconds);
    let timer = isPointed || isFocused ? undefined : startTimer();
    const handleKeyDown = (event: KeyboardEvent) => {
      if (timer !== undefined) {
        clearTimeout(timer);
        timer = startTimer();
      }
      if (!isUndo(event)) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', handleKeyDown);
    };
  });

  if (!removed) return null;

  function dismiss({ currentTarget }: MouseEvent): void {
    const part = currentTarget.closest('[data-part]')?.querySelector<HTMLElement>('.pe-title');
    editor.clearRemoved();
    setFocused(false);
    setPointed(false);
    const before = cameFrom.current;
    (before?.isConnected ? before : part)?.focus({ preventScroll: true });
  }

  function enter({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it visible.
    <div
      className="pe-toast"
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
    >
      <p>
        <strong>{nameOf(removed.entry)}</strong> was deleted{more > 0 && `, and ${more} before it`}.
      </p>
      <Button look="secondary" size="sm" aria-keyshortcuts="Control+Z" onClick={undo}>
        Undo
      </Button>
      <Button look="quiet" size="sm" icon={<CrossIcon />} aria-label="Dismiss" onClick={dismiss} />
    </div>
  );
}

function nameOf(entry: object): string {
  const { title, institution, label } = entry as { title?: string; institution?: string; label?: string };
  return title || institution || label || 'The entry';
}

/** Returns whether a key press is undo; in a text field it is the browser's own undo. */
function isUndo({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): boolean {
  const isText = target instanceof Element && target.matches('input, textarea, select');
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !isText;
}
