import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { portfolioLengths } from '../../lib/domain/portfolio.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { useTools } from './editor-context.ts';
import { CopyIcon } from './icons.tsx';

/** API-30: a new address is asked for, never guessed from half a word; the former ones go on leading here. */
export function PageAddress() {
  const { editor, announce } = useTools();
  const { slug } = useStore(editor.$draft);
  const saved = useStore(editor.$saved);
  const typed = useStore(editor.$typed).slug;
  const problem = useStore(editor.$problems).slug;
  const [isCopied, setCopied] = useState(false);
  const isPrivate = saved.visibility === 'PRIVATE';

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (typed === undefined) return;
    editor.type('slug', null);
    editor.set({ slug: typed.trim() });
    void editor.saveNow();
  }

  async function share(): Promise<void> {
    const url = new URL(`/portfolios/${saved.slug}/`, location.href).href;
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ url, title: 'My portfolio' }).catch(() => {});
      return;
    }
    await navigator.clipboard?.writeText(url);
    setCopied(true);
    announce('The link is copied');
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
                editor.type('slug', text === slug ? null : text);
              }}
            />
          </div>
        )}
      </Field>
      <div className="pe-address-actions">
        {typed === undefined ? (
          <>
            <Button look="secondary" size="sm" icon={<CopyIcon />} onClick={() => void share()}>
              {isCopied ? 'Copied' : 'Share the link'}
            </Button>
            <a className="btn btn-quiet btn-sm" href={`/portfolios/${saved.slug}/`}>
              Open the page
            </a>
          </>
        ) : (
          <>
            <Button type="submit" size="sm">
              Change address
            </Button>
            <Button look="quiet" size="sm" onClick={() => editor.type('slug', null)}>
              Keep the present one
            </Button>
          </>
        )}
      </div>
      {isPrivate && <p className="pe-note">Only you can open it for now.</p>}
    </form>
  );
}
