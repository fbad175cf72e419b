import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';

/** What the last import did, with one undo for all of it. */
export function ImportedNotice() {
  const { editor, announce } = useEditorTools();
  const last = useStore(editor.$lastImport);
  if (!last) return null;

  /** The pressed button is gone. */
  function close(change: () => void): void {
    change();
    document.getElementById('edit-files')?.focus();
  }

  function undo(): void {
    close(editor.undoImport);
    announce('The import was undone');
  }

  return (
    <div className="pe-imported">
      <p>
        <strong>Imported.</strong> {last.summary}
      </p>
      <div className="pe-import-options">
        <Button look="secondary" size="sm" onClick={undo}>
          Undo import
        </Button>
        <Button look="quiet" size="sm" onClick={() => close(editor.clearImport)}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
