import { portfolioLengths as lengths } from '#lib/domain/portfolio/portfolio.ts';
import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { useEditor } from '../editor-context.ts';
import { AddressField, LineField } from '../fields/fields.tsx';

export function LinkForm({ link }: { link: EntryOf<'links'> }) {
  const editor = useEditor();
  const path = `links/${link.id}`;
  return (
    <div className="pe-form">
      <LineField
        path={`${path}/label`}
        label="Link text"
        value={link.label}
        maxLength={lengths.label}
        onValue={(label) => editor.updateEntry('links', link.id, { label })}
      />
      <AddressField
        path={`${path}/url`}
        label="Address"
        value={link.url}
        onValue={(url) => editor.updateEntry('links', link.id, { url })}
      />
    </div>
  );
}
