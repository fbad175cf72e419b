import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { createPortfolioImport, importResult } from '#lib/stores/portfolio/portfolio-import.ts';
import { Button } from '../../ui/Button.tsx';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { Modal } from '../../ui/modal/Modal.tsx';
import { useDrop } from '../../ui/use-drop.ts';
import { useEditorTools } from '../editor-context.ts';
import { ImportItems } from './ImportItems.tsx';

interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Imports a JSON Resume: choose a file, choose its items, confirm. */
export default function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const { editor, announce } = useEditorTools();
  const [resume] = useState(() => createPortfolioImport(editor));
  const { changes, choices, failure, isBusy } = useStore(resume.$state);
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
    announce(`Imported. ${importResult(changes ?? [], choices)}`);
    onClose();
  }

  const count = Object.values(choices).filter((choice) => choice !== 'SKIP').length;
  return (
    <Modal isOpen={isOpen} onClose={onClose} labelledBy={`${id}-title`} width="md">
      <div className="pe-import">
        <h2 className="pe-title" id={`${id}-title`} ref={review} tabIndex={-1}>
          {changes ? 'Choose what to import' : 'Import a JSON Resume'}
        </h2>
        {!changes && <FileChoice isBusy={isBusy} onFile={(file) => void resume.read(file)} />}
        {changes && <ImportItems resume={resume} changes={changes} choices={choices} />}
        <FailureAlert failure={failure} />
        {changes && (
          <div className="pe-import-foot">
            <Button isLoading={isBusy} disabled={count === 0} onClick={() => void apply()}>
              {count === 0 ? 'Nothing selected' : `Import ${count} ${count === 1 ? 'item' : 'items'}`}
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
      <p className="pe-note">You choose what to import. Nothing is removed, and you can undo the import.</p>
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
