import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { type LinkPasteResult, parseLinks } from '#lib/domain/portfolio/parse-pasted.ts';
import { linkKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { defaultLinkLabel, detectLinkKind } from '#lib/domain/portfolio/portfolio-link.ts';
import { formatHost } from '#lib/domain/portfolio/portfolio-text.ts';
import { createBlankEntry } from '#lib/stores/portfolio/sync/document.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { EditorSection } from '../EditorSection.tsx';
import { useEditorTools } from '../editor-context.ts';
import { EntryList } from './EntryList.tsx';
import { LinkForm } from './LinkForm.tsx';

const path = 'links/new';

/** The links. Pasted addresses are added at once, several if the text holds several. [API-31] */
export function LinkSection() {
  const { editor, announce } = useEditorTools();
  const typed = useStore(editor.$uncommittedTexts)[path] ?? '';
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const read = (text: string) =>
    parseLinks(
      text,
      editor.$draft.get().links.map(({ url }) => url),
    );

  function addLinks({ added: fresh, rest: left, error: problem }: LinkPasteResult): void {
    for (const url of fresh)
      editor.addEntry(
        'links',
        createBlankEntry('links', { url, kind: detectLinkKind(url), label: defaultLinkLabel(url) }),
      );
    if (fresh.length > 0) announce(`${fresh.map(formatHost).join(', ')} added`);
    setError(problem ?? undefined);
    editor.setUncommittedText(path, left.join(' ') || null);
  }

  /** Adds pasted addresses; a sentence that mentions one goes into the input instead. */
  function paste(event: ClipboardEvent): void {
    const pasted = read(event.clipboardData.getData('text'));
    if (typed !== '' || !pasted.isAllLinks) return;
    event.preventDefault();
    addLinks(pasted);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    addLinks(read(typed));
    input.current?.focus();
  }

  return (
    <EditorSection
      id="links"
      title="Links"
      label="Your links"
      note="For example LinkedIn, GitHub or your own website."
    >
      <EntryList
        list="links"
        noun="link"
        invitation="No links yet. Paste your LinkedIn address to begin."
        describe={({ url, label, kind }) => ({
          name: label || formatHost(url) || url,
          detail: linkKindLabels[kind],
        })}
        form={(link) => <LinkForm link={link} />}
      />
      <form className="pe-add-link" noValidate onSubmit={submit}>
        <TextField
          ref={input}
          id="pe-new-link"
          label="Add a link"
          description="Pasted addresses are added at once."
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://www.linkedin.com/in/…"
          value={typed}
          error={error}
          onPaste={paste}
          onValue={(text) => {
            setError(undefined);
            editor.setUncommittedText(path, text || null);
          }}
        />
        <Button type="submit" look="secondary">
          Add
        </Button>
      </form>
    </EditorSection>
  );
}
