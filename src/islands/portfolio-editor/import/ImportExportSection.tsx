import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EditorSection } from '../EditorSection.tsx';
import { DownloadIcon } from '../icons.tsx';
import { LazyPart } from '../LazyPart.tsx';
import { ImportedNotice } from './ImportedNotice.tsx';

const loadImport = () => import('./ImportDialog.tsx');

/** Exports as PDF and JSON Resume, and imports a JSON Resume. */
export function ImportExportSection() {
  const [isImporting, setImporting] = useState<boolean | null>(null);
  return (
    <EditorSection
      id="files"
      title="Export and import"
      note="Download a PDF to send, or a JSON Resume file for other websites."
    >
      <div className="pe-files">
        <a className="btn btn-secondary btn-sm" href="/account/portfolio/portfolio.pdf" download>
          <DownloadIcon /> PDF
        </a>
        <a className="btn btn-secondary btn-sm" href="/account/portfolio/resume.json" download>
          <DownloadIcon /> JSON Resume
        </a>
        <Button look="secondary" size="sm" onClick={() => setImporting(true)}>
          Import a JSON Resume
        </Button>
      </div>
      <ImportedNotice />
      {isImporting !== null && (
        <LazyPart
          load={loadImport}
          props={{ isOpen: isImporting, onClose: () => setImporting(false) }}
          name="The import"
        />
      )}
    </EditorSection>
  );
}
