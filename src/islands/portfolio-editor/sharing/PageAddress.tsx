import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { portfolioLengths } from '#lib/domain/portfolio/portfolio.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useEditor } from '../editor-context.ts';
import { useDraftFields } from '../fields/use-draft-part.ts';
import { ShareLink } from './ShareLink.tsx';

/** The address of the saved page: the secret link of an unlisted portfolio, or the readable address. [API-30] */
export function PageAddress() {
  const { visibility, slug } = useStore(useEditor().$saved);
  return visibility === 'UNLISTED' ? <SecretLink path={`/portfolios/${slug}/`} /> : <ReadableAddress />;
}

/** The link of an unlisted portfolio. Nobody chooses it, because nobody may be able to guess it. */
function SecretLink({ path }: { path: string }) {
  return (
    <div className="pe-address">
      <p className="field-label">Your link</p>
      <p className="pe-share-path">{`…${path}`}</p>
      <div className="pe-address-actions">
        <ShareLink key={path} path={path} />
        <a className="btn btn-quiet btn-sm" href={path}>
          Open the page
        </a>
      </div>
      <p className="pe-note">
        Anyone with this link can see it. To stop the link, choose “Only me”. You get a new link when you
        share it again.
      </p>
    </div>
  );
}

/** The readable address. It changes on submit only, because every former one keeps redirecting. */
function ReadableAddress() {
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
        description={typed === undefined ? undefined : 'Links to the old address still open your page.'}
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
              Keep the old address
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
