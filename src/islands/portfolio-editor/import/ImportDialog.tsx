import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  createPortfolioImport,
  type ImportChange,
  importSummary,
} from '#lib/stores/portfolio/portfolio-import.ts';
import { Button } from '../../ui/Button.tsx';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { Modal } from '../../ui/modal/Modal.tsx';
import { useDrop } from '../../ui/use-drop.ts';
import { useEditorTools } from '../editor-context.ts';

interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Imports a JSON Resume: choose a file, review the changes, confirm. */
export default function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const { editor, announce } = useEditorTools();
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

  const changeCount = changes?.filter(({ kind }) => kind === 'ADD' || kind === 'CHANGE').length ?? 0;
  return (
    <Modal isOpen={isOpen} onClose={onClose} labelledBy={`${id}-title`} width="md">
      <div className="pe-import">
        <h2 className="pe-title" id={`${id}-title`} ref={review} tabIndex={-1}>
          {changes ? 'What will change' : 'Import a JSON Resume'}
        </h2>
        {!changes && <FileChoice isBusy={isBusy} onFile={(file) => void resume.read(file)} />}
        {changes && <Changes changes={changes} />}
        <FailureAlert failure={failure} />
        {changes && (
          <div className="pe-import-foot">
            <Button isLoading={isBusy} disabled={changeCount === 0} onClick={() => void apply()}>
              {changeCount === 0
                ? 'Nothing new'
                : `Import ${changeCount} ${changeCount === 1 ? 'change' : 'changes'}`}
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
  const drop = useDrop(onFile);
  return (
    <div className="pe-cover" {...drop}>
      <p className="pe-note">You see the changes before you import. Nothing is removed.</p>
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
  KEEP: { label: 'Already there', look: 'badge' },
  SKIP: { label: 'Skipped', look: 'badge badge-warning' },
};

function Changes({ changes }: { changes: readonly ImportChange[] }) {
  if (changes.length === 0)
    return <p className="pe-note">This file has nothing that fits into a portfolio.</p>;
  return (
    <>
      <p className="pe-note pe-import-sum">{importSummary(changes)}</p>
      <ul className="pe-changes">
        {changes.map((change, index) => (
          <Change key={`${change.section} ${change.label} ${index}`} change={change} />
        ))}
      </ul>
    </>
  );
}

/** Longer texts do not fit into three lines on a phone. */
const shortLength = 120;

/** Shows one change; long texts are clamped and can be expanded. */
function Change({ change: { kind, label, before, after } }: { change: ImportChange }) {
  const [isExpanded, setExpanded] = useState(false);
  const was = kind === 'CHANGE' ? before : null;
  const isLong = [was, after].some(
    (text) => text && (text.length > shortLength || text.split('\n').length > 3),
  );
  const clamp = isLong && !isExpanded ? ' pe-clamp' : '';
  return (
    <li>
      <p>
        <span className={kinds[kind].look}>{kinds[kind].label}</span> <strong>{label}</strong>
      </p>
      {was && (
        <p className={`pe-before${clamp}`}>
          <span className="sr-only">Before: </span>
          {was}
        </p>
      )}
      {after && <p className={`pe-after${clamp}`}>{after}</p>}
      {isLong && (
        <button
          type="button"
          className="link pe-more"
          aria-expanded={isExpanded}
          aria-label={`${isExpanded ? 'Show less' : 'Show all'} of ${label}`}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show all'}
        </button>
      )}
    </li>
  );
}
