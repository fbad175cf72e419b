import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';
import { CopyIcon } from '../icons.tsx';

const shownMilliseconds = 3000;

/** The phone's own way to send it on; elsewhere the clipboard. */
const hasShare = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches;
const never = () => () => {};

/** Hands the page's address on. Where the browser keeps the clipboard to itself, the address is there to be copied. */
export function ShareLink({ path }: { path: string }) {
  const { announce } = useEditorTools();
  const canShare = useSyncExternalStore(never, hasShare, () => false);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const url = outcome === 'refused' ? new URL(path, location.href).href : '';

  useEffect(() => {
    if (outcome === 'refused') field.current?.focus();
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function share(): Promise<void> {
    const { href } = new URL(path, location.href);
    // Closing the phone's sheet is an answer too.
    if (canShare) return navigator.share({ url: href, title: 'My portfolio' }).catch(() => {});
    try {
      await navigator.clipboard.writeText(href);
      setOutcome('copied');
      announce('The link is copied');
    } catch {
      setOutcome('refused');
    }
  }

  return (
    <>
      <Button look="secondary" size="sm" icon={<CopyIcon />} onClick={() => void share()}>
        {outcome === 'copied' ? 'Copied' : canShare ? 'Share the link' : 'Copy the link'}
      </Button>
      {url && (
        <div className="field pe-share-by-hand">
          <label className="field-label" htmlFor={id}>
            The browser does not let us copy it. Here it is:
          </label>
          <input
            ref={field}
            id={id}
            className="field-input"
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
      )}
    </>
  );
}
