import { useStore } from '@nanostores/react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import type { PortfolioList } from '#lib/stores/portfolio/portfolio-editor.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditor } from '../editor-context.ts';
import { BinIcon, ChevronIcon, DownIcon, EyeIcon, GripIcon, HiddenIcon, UpIcon } from '../icons.tsx';

interface EntryRowProps {
  id: string;
  list: PortfolioList;
  name: string;
  detail: ReactNode;
  mark: ReactNode;
  isHidden: boolean;
  isOpen: boolean;
  /** null: there is nothing to order. */
  grip: ComponentPropsWithRef<'button'> | null;
  place: { isFirst: boolean; isLast: boolean };
  onToggle: (pressed: HTMLElement) => void;
  onDone: () => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  children: ReactNode;
}

export function EntryRow(props: EntryRowProps) {
  const { id, list, name, detail, mark, isHidden, isOpen, grip, onToggle, children } = props;
  const panel = useId();
  const problems = useStore(useEditor().$errors);
  const own = problems[`${list}/${id}`];
  const isIncomplete = Object.keys(problems).some((path) => path.startsWith(`${list}/${id}`));
  return (
    <li className="pe-entry" data-entry={id} data-open={isOpen || undefined}>
      <div className="pe-row">
        {grip && (
          <button {...grip} type="button" className="pe-grip" aria-label={`Reorder ${name}`}>
            <GripIcon />
          </button>
        )}
        <button
          type="button"
          className="pe-row-open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={({ currentTarget }) => onToggle(currentTarget)}
        >
          <span className="pe-row-text">
            <strong>{name}</strong>
            {detail && <span className="pe-row-detail">{detail}</span>}
            {isHidden && (
              <span className="badge">
                <HiddenIcon /> Hidden
              </span>
            )}
            {isIncomplete && !isOpen && <span className="badge badge-warning">Needs a look</span>}
          </span>
          <ChevronIcon />
        </button>
        {mark}
      </div>
      {isOpen && (
        <div className="pe-panel" id={panel}>
          {own && (
            <p className="field-error" role="alert">
              {own}
            </p>
          )}
          {children}
          <Footer {...props} />
        </div>
      )}
    </li>
  );
}

/** What can be done with the whole entry; moving is here too, for whoever can neither drag nor use arrow keys. */
function Footer({ id, list, name, isHidden, grip, place, onMove, onRemove, onDone }: EntryRowProps) {
  const editor = useEditor();
  const canHide = list === 'projects' || list === 'publishedWorks';
  return (
    <div className="pe-panel-foot">
      <Button size="sm" className="pe-done" onClick={onDone}>
        Done
      </Button>
      {grip && (
        <>
          <Button
            look="quiet"
            size="sm"
            icon={<UpIcon />}
            aria-label={`Move ${name} up`}
            disabled={place.isFirst}
            onClick={() => onMove(-1)}
          />
          <Button
            look="quiet"
            size="sm"
            icon={<DownIcon />}
            aria-label={`Move ${name} down`}
            disabled={place.isLast}
            onClick={() => onMove(1)}
          />
        </>
      )}
      {canHide && (
        <Button
          look="quiet"
          size="sm"
          icon={isHidden ? <EyeIcon /> : <HiddenIcon />}
          aria-label={isHidden ? 'Show' : 'Hide'}
          title={isHidden ? 'Show it to visitors' : 'Hide it from visitors'}
          onClick={() => editor.updateEntry(list, id, { visible: isHidden })}
        />
      )}
      <Button look="quiet" size="sm" className="pe-remove" icon={<BinIcon />} onClick={onRemove}>
        Delete
      </Button>
    </div>
  );
}
