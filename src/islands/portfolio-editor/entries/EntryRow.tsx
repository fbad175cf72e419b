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
  action: ReactNode;
  isHidden: boolean;
  isOpen: boolean;
  /** Props of the drag handle; null for a list of one entry. */
  grip: ComponentPropsWithRef<'button'> | null;
  position: { isFirst: boolean; isLast: boolean };
  onToggle: (pressed: HTMLElement) => void;
  onDone: () => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  children: ReactNode;
}

export function EntryRow(props: EntryRowProps) {
  const { id, list, name, detail, action, isHidden, isOpen, grip, onToggle, children } = props;
  const panel = useId();
  const errors = useStore(useEditor().$errors);
  const ownError = errors[`${list}/${id}`];
  const isIncomplete = Object.keys(errors).some((path) => path.startsWith(`${list}/${id}`));
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
            {isIncomplete && !isOpen && <span className="badge badge-warning">Incomplete</span>}
          </span>
          <ChevronIcon />
        </button>
        {action}
      </div>
      {isOpen && (
        <div className="pe-panel" id={panel}>
          {ownError && (
            <p className="field-error" role="alert">
              {ownError}
            </p>
          )}
          {children}
          <Footer {...props} />
        </div>
      )}
    </li>
  );
}

/** The buttons of an entry. They also move it, for people who can neither drag nor use arrow keys (WCAG 2.5.7). */
function Footer({ id, list, name, isHidden, grip, position, onMove, onRemove, onDone }: EntryRowProps) {
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
            disabled={position.isFirst}
            onClick={() => onMove(-1)}
          />
          <Button
            look="quiet"
            size="sm"
            icon={<DownIcon />}
            aria-label={`Move ${name} down`}
            disabled={position.isLast}
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
