import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMenu } from './use-menu.ts';

/** APP-08 */
const pageSize = 5;

export interface SelectOption {
  value: string;
  label: string;
  /** Shown at the end of the line. */
  detail?: string;
}

interface SelectMenuProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  firstQuery: string;
  value: string;
  search: (query: string) => readonly SelectOption[];
  label: string;
  /** What is searched for, where it is not the label. */
  noun?: string | undefined;
  placeholder: string;
  onSelect: (value: string) => void;
  onCancel: () => void;
  /** Called when the focus leaves the menu. */
  onLeave: () => void;
}

/** A combobox: the search field keeps the focus and the arrow keys move through the list below it. */
export function SelectMenu(props: SelectMenuProps) {
  const { id, value, onSelect, onCancel } = props;
  const [query, setQuery] = useState(props.firstQuery);
  const found = props.search(query);
  const [activeIndex, setActive] = useState(() =>
    query ? 0 : found.findIndex((option) => option.value === value),
  );
  const menu = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useMenu(menu, props.anchor, onCancel);
  useVisible(list, activeIndex);

  const noun = props.noun ?? props.label.toLowerCase();
  const active = found[activeIndex];
  const optionId = (option: SelectOption) => `${id}-${option.value}`;

  function move(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const index = indexAfterKey(event.key, activeIndex, found.length - 1);
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && active) onSelect(active.value);
    else if (event.key !== 'Enter' && index === undefined) return;
    else if (index !== undefined) setActive(index);
    // Escape must not close the modal, nor Enter submit the form.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the focus leaving what is inside.
    <div
      ref={menu}
      className="select-menu"
      popover="manual"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) props.onLeave();
      }}
    >
      <input
        className="field-input select-search"
        type="text"
        role="combobox"
        aria-label={`Search for ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={props.placeholder}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={move}
      />
      <div
        ref={list}
        id={`${id}-list`}
        className="select-list"
        role="listbox"
        aria-label={props.label}
        tabIndex={-1}
        // Without this, a press would take the focus from the search field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles all keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the search field names the active option.
          <div
            key={option.value}
            id={optionId(option)}
            className="select-option"
            role="option"
            aria-selected={option.value === value}
            data-active={index === activeIndex || undefined}
            onClick={() => onSelect(option.value)}
          >
            <span>{option.label}</span>
            {option.detail && <span className="select-detail">{option.detail}</span>}
          </div>
        ))}
      </div>
      <p className={found.length > 0 ? 'sr-only' : 'select-none'} role="status">
        {found.length === 0 ? `No ${noun} found` : query && `${found.length} found`}
      </p>
    </div>
  );
}

/** Returns the index that a key moves to. The arrow keys go on at the other end. */
function indexAfterKey(key: string, active: number, last: number): number | undefined {
  const indexes: Record<string, number> = {
    ArrowDown: active >= last ? 0 : active + 1,
    ArrowUp: active <= 0 ? last : active - 1,
    PageDown: Math.min(active + pageSize, last),
    PageUp: Math.max(active - pageSize, 0),
    Home: 0,
    End: last,
  };
  return indexes[key];
}

/** Scrolls the active option into view within the list, without scrolling the page. */
function useVisible(list: RefObject<HTMLElement | null>, activeIndex: number): void {
  useLayoutEffect(() => {
    const box = list.current;
    const option = box?.children[activeIndex];
    if (!box || !(option instanceof HTMLElement)) return;
    const { offsetTop: top, offsetHeight: height } = option;
    box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + height - box.clientHeight));
  }, [list, activeIndex]);
}
