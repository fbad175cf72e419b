import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Country, findCountry, searchCountries } from '../../lib/domain/countries.ts';

/** APP-08 */
const pageSize = 5;

interface CountrySelectProps {
  isoCode: string;
  onSelect: (isoCode: string) => void;
}

/** USER-06: a button that opens a menu with a search field; arrows, page keys, Home and End walk the countries. */
export function CountrySelect({ isoCode, onSelect }: CountrySelectProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const country = findCountry(isoCode);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the focus leaving what is inside.
    <div
      ref={root}
      className="country"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="country-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`Country: ${country?.name} ${country?.callingCode}`}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span>{country?.isoCode}</span>
        <span className="country-code">{country?.callingCode}</span>
        <svg aria-hidden="true" viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </button>
      {isOpen && (
        <CountryMenu
          isoCode={isoCode}
          onClose={close}
          onSelect={(selected) => {
            onSelect(selected);
            close();
          }}
        />
      )}
    </div>
  );
}

function CountryMenu({ isoCode, onSelect, onClose }: CountrySelectProps & { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const found = searchCountries(query);
  const [activeIndex, setActive] = useState(() => found.findIndex((country) => country.isoCode === isoCode));
  const list = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const optionId = (country: Country | undefined) => country && `${id}-${country.isoCode}`;

  // In braces: browsers begin to answer a promise here, which React would take for a clean-up.
  useEffect(() => {
    menu.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  function move(event: KeyboardEvent<HTMLInputElement>): void {
    const last = found.length - 1;
    const to: Record<string, number> = {
      ArrowDown: activeIndex === last ? 0 : activeIndex + 1,
      ArrowUp: activeIndex <= 0 ? last : activeIndex - 1,
      PageDown: Math.min(activeIndex + pageSize, last),
      PageUp: Math.max(activeIndex - pageSize, 0),
      Home: 0,
      End: last,
    };
    const index = to[event.key];
    const active = found[activeIndex];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && active) onSelect(active.isoCode);
    else if (event.key !== 'Enter' && index === undefined) return;
    else if (index !== undefined) setActive(index);
    // Neither does Escape close the modal nor Enter send the form.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={menu} className="country-menu">
      <input
        className="field-input country-search"
        type="text"
        role="combobox"
        aria-label="Search for a country"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={optionId(found[activeIndex])}
        autoComplete="off"
        placeholder="Country or code"
        // biome-ignore lint/a11y/noAutofocus: the person has just opened the menu to search in it.
        autoFocus
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={move}
      />
      <div ref={list} id={id} className="country-list" role="listbox" aria-label="Countries" tabIndex={-1}>
        {found.map((country, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles all keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the search field names the active option.
          <div
            key={country.isoCode}
            id={optionId(country)}
            className="country-option"
            role="option"
            aria-selected={country.isoCode === isoCode}
            data-active={index === activeIndex || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onSelect(country.isoCode)}
          >
            <span>{country.name}</span>
            <span className="country-code">{country.callingCode}</span>
          </div>
        ))}
      </div>
      <p className="country-none" role="status">
        {found.length === 0 && 'No country found'}
      </p>
    </div>
  );
}
