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
  /** Returns the name of an entry and one line about it. */
  describe: (entry: EntryOf<List>) => { name: string; detail: ReactNode };
  form: (entry: EntryOf<List>, index: number) => ReactNode;
  /** A button beside the name. */
  action?: (entry: EntryOf<List>) => ReactNode;
  /** The text of an empty list. */
  invitation: string;
  /** The label of the add button; without it, another control adds entries. */
  addLabel?: string;
}

/** A list edited in place: one entry is open at a time, and pointer and keys change the order. */
export function EntryList<List extends PortfolioList>(props: EntryListProps<List>) {
  const { list, describe, form, action, invitation, addLabel } = props;
  const { entries, openId, element, addButton, nameOf, gripProps, ...actions } = useEntries(props);
  const anchorScroll = useScrollAnchor();
  const hint = useId();
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
            action={action?.(entry)}
            grip={entries.length > 1 ? { ...gripProps(entry.id), 'aria-describedby': hint } : null}
            onToggle={(pressed) => {
              anchorScroll(pressed);
              actions.toggle(entry.id);
            }}
            onDone={() => actions.close(entry.id)}
            onMove={(step) => actions.move(entry.id, index + step)}
            position={{ isFirst: index === 0, isLast: index === entries.length - 1 }}
            onRemove={() => actions.remove(entry, index)}
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
        <Button ref={addButton} look="secondary" icon={<PlusIcon />} disabled={isFull} onClick={actions.add}>
          {addLabel}
        </Button>
      )}
      {isFull && <p className="field-hint">There is room for {portfolioLimits[list]}, and all are there.</p>}
    </div>
  );
}

/** The entries of a list, which of them is open, and what the buttons do, with focus and announcements. */
function useEntries<List extends PortfolioList>({ list, noun, describe }: EntryListProps<List>) {
  const { editor, announce } = useEditorTools();
  // A store of this list alone, so that edits elsewhere do not render it again.
  const [$entries] = useState(() => computed(editor.$draft, (draft) => draft[list]));
  const entries = useStore($entries) as readonly EntryOf<List>[];
  const [openId, setOpenId] = useState<string | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  const element = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const ids = entries.map(({ id }) => id);
  const nameOf = (entry: EntryOf<List>) => describe(entry).name || `New ${noun}`;
  const findRow = (id: string | undefined) =>
    element.current?.querySelector<HTMLElement>(`[data-entry="${id}"] .pe-row-open`);

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
    return focusWhenRendered(element.current, `[data-entry="${newId}"] :is(input, select, textarea)`, () =>
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
    const neighbour = ids[index + 1] ?? ids[index - 1];
    requestAnimationFrame(() => (findRow(neighbour) ?? addButton.current)?.focus());
  }

  function close(id: string): void {
    setOpenId(null);
    // The rows below have moved up to where the form was.
    requestAnimationFrame(() => {
      const row = findRow(id);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
  }

  const toggle = (id: string) => setOpenId(openId === id ? null : id);
  return { entries, openId, element, addButton, nameOf, gripProps, move, add, remove, close, toggle };
}

/** Focuses a field once it exists: the form of a new entry may still be loading. */
function focusWhenRendered(root: HTMLElement | null, selector: string, done: () => void): () => void {
  const focus = () => {
    const field = root?.querySelector<HTMLElement>(selector);
    if (!field) return;
    watcher.disconnect();
    field.focus();
    done();
  };
  const watcher = new MutationObserver(focus);
  if (root) watcher.observe(root, { childList: true, subtree: true });
  focus();
  return () => watcher.disconnect();
}
