import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ControlProps } from '../Field.tsx';
import { SelectMenu, type SelectOption } from './SelectMenu.tsx';

export type { SelectOption } from './SelectMenu.tsx';

export interface SelectProps {
  value: string;
  /** Returns all options for an empty query, else the matching ones. */
  search: (query: string) => readonly SelectOption[];
  onSelect: (value: string) => void;
  /** The kind of choice: 'Country', 'Time zone'. */
  label: string;
  /** What is searched for, where it is not the label: `town`. */
  noun?: string;
  /** The placeholder of the search field. */
  placeholder: string;
  /** The text of the closed button. Its accessible name is the label and this text. */
  button: ReactNode;
  /** The button's class, in place of a field's look. */
  className?: string;
  controlProps?: Partial<ControlProps>;
}

/** A button that opens a menu with a search field. The page that shows it has to load select.css. [APP-08] */
export function Select({
  value,
  search,
  onSelect,
  label,
  noun,
  placeholder,
  button: shown,
  className = 'field-input',
  controlProps,
}: SelectProps) {
  /** The initial query of the open menu; null while it is closed. */
  const [opening, setOpening] = useState<string | null>(null);
  const isOpen = opening !== null;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const handlePointerDown = (event: PointerEvent) => {
      const target = event.target as Node;
      if (root.current?.contains(target)) return;
      // A click on the backdrop closes only the menu; the next one closes the modal.
      if (target instanceof HTMLDialogElement) event.stopPropagation();
      setOpening(null);
    };
    document.addEventListener('pointerdown', handlePointerDown, true);
    return () => document.removeEventListener('pointerdown', handlePointerDown, true);
  }, [isOpen]);

  function close(): void {
    setOpening(null);
    button.current?.focus();
  }

  /** Opens the menu with an arrow key, or with a letter that is then searched for. */
  function openByKey(event: KeyboardEvent): void {
    const isText =
      event.key.length === 1 && event.key !== ' ' && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isText && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpening(isText ? event.key : '');
  }

  return (
    <div ref={root} className="select">
      <button
        {...controlProps}
        ref={button}
        type="button"
        className={`select-button ${className}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-labelledby={`${id}-name`}
        // Without this, the search field would lose the focus, the menu close, and the click open it again.
        onMouseDown={(event) => isOpen && event.preventDefault()}
        onClick={() => (isOpen ? close() : setOpening(''))}
        onKeyDown={openByKey}
      >
        <span id={`${id}-name`} className="select-shown">
          <span className="sr-only">{label}: </span>
          {shown}
        </span>
        <svg aria-hidden="true" viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </button>
      {isOpen && (
        <SelectMenu
          id={id}
          anchor={root}
          firstQuery={opening}
          value={value}
          search={search}
          label={label}
          noun={noun}
          placeholder={placeholder}
          onSelect={(selected) => {
            onSelect(selected);
            close();
          }}
          onCancel={close}
          onLeave={() => setOpening(null)}
        />
      )}
    </div>
  );
}
