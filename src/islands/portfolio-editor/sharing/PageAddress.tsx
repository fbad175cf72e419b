import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { portfolioLengths } from '#lib/domain/portfolio/portfolio.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useEditor } from '../editor-context.ts';
import { useDraftFields } from '../fields/use-draft-part.ts';
import { ShareLink } from './ShareLink.tsx';

/** The address of the page. It changes on submit only, because every former address keeps redirecting. [API-30] */
export function PageAddress() {
  const editor = useEditor();
  const { slug } = useDraftFields('slug');
  const saved = useStore(editor.$saved);
  const typed = useStore(editor.$uncommittedTexts).slug;
  const problem = useStore(editor.$errors).slug;
  const isPrivate = saved.visibility === 'PRIVATE';

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (typed === undefined) return;
    editor.setUncommittedText('slug', null);
    editor.updateFields({ slug: typed.trim() });
    void editor.saveNow();
  }

  return (
    <form className="pe-address" noValidate onSubmit={submit}>
      <Field
        label="Address of your page"
        description={typed === undefined ? undefined : 'Links to the former address will go on leading here.'}
        error={typed === undefined ? problem : undefined}
      >
        {(control) => (
          <div className="field-group pe-slug">
            <span aria-hidden="true">…/portfolios/</span>
            <input
              {...control}
              className="field-input"
              name="slug"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={portfolioLengths.slug}
              value={typed ?? slug}
              onChange={({ currentTarget }) => {
                const text = currentTarget.value.toLowerCase().replace(/[\s_]+/g, '-');
                editor.setUncommittedText('slug', text === slug ? null : text);
              }}
            />
          </div>
        )}
      </Field>
      <div className="pe-address-actions">
        {typed === undefined ? (
          <>
            {!isPrivate && <ShareLink key={saved.slug} path={`/portfolios/${saved.slug}/`} />}
            <a className="btn btn-quiet btn-sm" href={`/portfolios/${saved.slug}/`}>
              Open the page
            </a>
          </>
        ) : (
          <>
            <Button type="submit" size="sm">
              Change address
            </Button>
            <Button look="quiet" size="sm" onClick={() => editor.setUncommittedText('slug', null)}>
              Keep the present one
            </Button>
          </>
        )}
      </div>
      {isPrivate && (
        <p className="pe-note">
          Only you can open it for now. To share it, choose{' '}
          <button type="button" className="link" onClick={focusUnlistedChoice}>
            Anyone with the link
          </button>
          .
        </p>
      )}
    </form>
  );
}

/** Focuses the choice without selecting it, because only the owner decides who sees the page. */
function focusUnlistedChoice(): void {
  document.querySelector<HTMLElement>('.pe [name="visibility"][value="UNLISTED"]')?.focus();
}
