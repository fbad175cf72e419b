import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { useTools } from './editor-context.ts';
import { CrossIcon } from './icons.tsx';

/** Long enough to be found by whoever is slow to find it; not while it is pointed at or has the focus. */
const shownMilliseconds = 30_000;

/** The last thing that was taken away can be put back, where it stood. */
export function UndoToast() {
  const { editor, announce } = useTools();
  const removed = useStore(editor.$removed);
  const [isHeld, setHeld] = useState(false);
  const toast = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!removed || isHeld) return;
    const timer = setTimeout(editor.forgetRemoved, shownMilliseconds);
    return () => clearTimeout(timer);
  }, [removed, isHeld, editor]);

  if (!removed) return null;
  const { entry, list } = removed;
  const names = entry as { title?: string; institution?: string; label?: string };
  const name = names.title || names.institution || names.label || 'The entry';

  function undo(): void {
    editor.undoRemove();
    announce(`${name} is back`);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-entry="${entry.id}"] .pe-row-open`)?.focus(),
    );
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it there.
    <div
      className="pe-toast"
      ref={toast}
      data-list={list}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>
        <strong>{name}</strong> was deleted.
      </p>
      <Button look="secondary" size="sm" onClick={undo}>
        Undo
      </Button>
      <Button
        look="quiet"
        size="sm"
        icon={<CrossIcon />}
        aria-label="Dismiss"
        onClick={editor.forgetRemoved}
      />
    </div>
  );
}
