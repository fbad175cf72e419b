import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { portfolioLimits } from '#lib/domain/portfolio/portfolio.ts';
import type { PortfolioList } from '#lib/stores/portfolio/portfolio-editor.ts';
import { createBlankEntry, type EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';
import { PlusIcon } from '../icons.tsx';
import { EntryRow } from './EntryRow.tsx';
import { UndoToast } from './UndoToast.tsx';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useSortable } from './use-sortable.ts';

interface EntryListProps<List extends PortfolioList> {
  list: List;
  /** 'project' */
  noun: string;
  /** What an entry is called, and one line about it. */
  describe: (entry: EntryOf<List>) => { name: string; detail: ReactNode };
  form: (entry: EntryOf<List>, index: number) => ReactNode;
  /** Beside the name: a star. */
  mark?: (entry: EntryOf<List>) => ReactNode;
  /** Shown in place of an empty list. */
  invitation: string;
  /** The button that adds one; without it something else does. */
  addLabel?: string;
}

/** A list that is written in place: one entry open at a time, in an order that pointer and keys change. */
export function EntryList<List extends PortfolioList>(props: EntryListProps<List>) {
  const { list, noun, describe, form, mark, invitation, addLabel } = props;
  const { editor, announce } = useEditorTools();
  // Writing elsewhere draws no list again.
  const [$entries] = useState(() => computed(editor.$draft, (draft) => draft[list]));
  const entries = useStore($entries) as readonly EntryOf<List>[];
  const [openId, setOpenId] = useState<string | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  const element = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const hold = useScrollAnchor();
  const hint = useId();
  const ids = entries.map(({ id }) => id);
  const nameOf = (entry: EntryOf<List>) => describe(entry).name || `New ${noun}`;

  const { gripProps, move } = useSortable({
    list: element,
    ids,
    onMove(id, index) {
      const entry = entries.find((one) => one.id === id);
      editor.moveEntry(list, id, index);
      if (entry) announce(`${nameOf(entry)}: position ${index + 1} of ${ids.length}`);
    },
  });

  useEffect(() => {
    if (newId === null) return;
    return focusWhenThere(element.current, `[data-entry="${newId}"] :is(input, select, textarea)`, () =>
      setNewId(null),
    );
  }, [newId]);

  function add(): void {
    const entry = createBlankEntry(list);
    editor.addEntry(list, entry);
    setOpenId(entry.id);
    setNewId(entry.id);
  }

  function remove(entry: EntryOf<List>, index: number): void {
    editor.removeEntry(list, entry.id);
    setOpenId(null);
    announce(`${nameOf(entry)} removed. To undo, press Control and Z, or the button after the list.`);
    const next = ids[index + 1] ?? ids[index - 1];
    requestAnimationFrame(() =>
      (
        element.current?.querySelector<HTMLElement>(`[data-entry="${next}"] .pe-row-open`) ?? adder.current
      )?.focus(),
    );
  }

  function close(id: string): void {
    setOpenId(null);
    // Where the form was, the rows below have come up.
    requestAnimationFrame(() => {
      const row = element.current?.querySelector<HTMLElement>(`[data-entry="${id}"] .pe-row-open`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
  }

  const isFull = entries.length >= portfolioLimits[list];
  return (
    <div className="pe-list-box">
      {entries.length === 0 && <p className="pe-empty">{invitation}</p>}
      <ul className="pe-list" ref={element}>
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.id}
            id={entry.id}
            name={nameOf(entry)}
            detail={describe(entry).detail}
            list={list}
            isHidden={'visible' in entry && !entry.visible}
            isOpen={openId === entry.id}
            mark={mark?.(entry)}
            grip={entries.length > 1 ? { ...gripProps(entry.id), 'aria-describedby': hint } : null}
            onToggle={(pressed) => {
              hold(pressed);
              setOpenId(openId === entry.id ? null : entry.id);
            }}
            onDone={() => close(entry.id)}
            onMove={(step) => move(entry.id, index + step)}
            place={{ isFirst: index === 0, isLast: index === entries.length - 1 }}
            onRemove={() => remove(entry, index)}
          >
            {openId === entry.id && form(entry, index)}
          </EntryRow>
        ))}
      </ul>
      <p className="sr-only" id={hint}>
        Drag to another place, or press the up and down arrow keys.
      </p>
      <UndoToast list={list} />
      {addLabel && (
        <Button ref={adder} look="secondary" icon={<PlusIcon />} disabled={isFull} onClick={add}>
          {addLabel}
        </Button>
      )}
      {isFull && <p className="field-hint">There is room for {portfolioLimits[list]}, and all are there.</p>}
    </div>
  );
}

/** The form of a new entry may still be on its way. */
function focusWhenThere(root: HTMLElement | null, selector: string, done: () => void): () => void {
  const look = () => {
    const field = root?.querySelector<HTMLElement>(selector);
    if (!field) return;
    watcher.disconnect();
    field.focus();
    done();
  };
  const watcher = new MutationObserver(look);
  if (root) watcher.observe(root, { childList: true, subtree: true });
  look();
  return () => watcher.disconnect();
}
