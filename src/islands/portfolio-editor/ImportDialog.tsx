import { useStore } from '@nanostores/react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortfolioImport, type ImportChange } from '../../lib/stores/portfolio-import.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useTools } from './editor-context.ts';
import { Interruption } from './Interruption.tsx';

interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Choose a file, read what it would change, then decide. */
export default function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const { editor, announce } = useTools();
  const [resume] = useState(() => createPortfolioImport(editor));
  const { changes, failure, isBusy } = useStore(resume.$state);
  const id = useId();
  const review = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (isOpen) resume.reset();
  }, [isOpen, resume]);
  useEffect(() => {
    if (changes) review.current?.focus();
  }, [changes]);

  async function apply(): Promise<void> {
    if (!(await resume.apply())) return;
    announce('The resume was imported');
    onClose();
  }

  const news = changes?.filter(({ kind }) => kind === 'ADD' || kind === 'CHANGE').length ?? 0;
  return (
    <Modal isOpen={isOpen} onClose={onClose} labelledBy={`${id}-title`} width="md">
      <div className="pe-import">
        <h2 className="pe-title" id={`${id}-title`} ref={review} tabIndex={-1}>
          {changes ? 'What will change' : 'Import a JSON Resume'}
        </h2>
        {!changes && <FileChoice isBusy={isBusy} onFile={(file) => void resume.read(file)} />}
        {changes && <Changes changes={changes} />}
        <Interruption failure={failure} />
        {changes && (
          <div className="pe-import-foot">
            <Button isLoading={isBusy} disabled={news === 0} onClick={() => void apply()}>
              {news === 0 ? 'Nothing new' : `Import ${news} ${news === 1 ? 'change' : 'changes'}`}
            </Button>
            <Button look="secondary" onClick={resume.reset}>
              Choose another file
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

function FileChoice({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File | undefined) => void }) {
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same by key.
    <div className="pe-cover" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <p className="pe-note">Nothing is taken away by it, and you see what it would add first.</p>
      <label className="btn btn-primary pe-file" aria-busy={isBusy || undefined}>
        {isBusy ? 'Reading…' : 'Choose a file'}
        <input
          className="sr-only"
          type="file"
          accept=".json,application/json"
          disabled={isBusy}
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
        />
      </label>
    </div>
  );
}

const kinds: Readonly<Record<ImportChange['kind'], { label: string; look: string }>> = {
  ADD: { label: 'New', look: 'badge badge-success' },
  CHANGE: { label: 'Changed', look: 'badge badge-accent' },
  KEEP: { label: 'There already', look: 'badge' },
  SKIP: { label: 'Left out', look: 'badge badge-warning' },
};

function Changes({ changes }: { changes: readonly ImportChange[] }) {
  if (changes.length === 0)
    return <p className="pe-note">The file holds nothing that a portfolio has a place for.</p>;
  return (
    <ul className="pe-changes">
      {changes.map(({ section, kind, label, before, after }, index) => (
        <li key={`${section} ${label} ${index}`}>
          <p>
            <span className={kinds[kind].look}>{kinds[kind].label}</span> <strong>{label}</strong>
          </p>
          {before && kind === 'CHANGE' && (
            <p className="pe-before">
              <span className="sr-only">Before: </span>
              {before}
            </p>
          )}
          {after && <p className="pe-after">{after}</p>}
        </li>
      ))}
    </ul>
  );
}
