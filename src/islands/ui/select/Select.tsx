import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ControlProps } from '../Field.tsx';
import { SelectMenu, type SelectOption } from './SelectMenu.tsx';

export type { SelectOption } from './SelectMenu.tsx';

export interface SelectProps {
  value: string;
  /** All options for an empty text, else those that fit it. */
  search: (query: string) => readonly SelectOption[];
  onSelect: (value: string) => void;
  /** What is being chosen: 'Country', 'Time zone'. */
  label: string;
  /** Of the search field. */
  placeholder: string;
  /** What the closed button shows; its accessible name is the label and this. */
  button: ReactNode;
  /** Of the button, in place of a field's look. */
  className?: string;
  controlProps?: Partial<ControlProps>;
}

/** APP-08: a button that opens a menu with a search field; whoever shows it also loads select.css. */
export function Select({
  value,
  search,
  onSelect,
  label,
  placeholder,
  button: shown,
  className = 'field-input',
  controlProps,
}: SelectProps) {
  /** What the search starts with; null is closed. */
  const [opening, setOpening] = useState<string | null>(null);
  const isOpen = opening !== null;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      if (root.current?.contains(target)) return;
      // A press on the backdrop closes the menu; the modal goes with the next one.
      if (target instanceof HTMLDialogElement) event.stopPropagation();
      setOpening(null);
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [isOpen]);

  function close(): void {
    setOpening(null);
    button.current?.focus();
  }

  /** Arrows open it, a letter opens it and is searched for. */
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
        // Else the search field would lose the focus and close, and the click would open it again.
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
