import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';
import { CopyIcon } from '../icons.tsx';

const shownMilliseconds = 3000;

/** Phones share the link with their own dialog; elsewhere it is copied. */
const hasShare = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches;
const subscribeToNothing = () => () => {};
const originOf = () => location.origin;

/** Opens WhatsApp with the link in a new message; the person chooses whom it goes to. */
const whatsappUrl = (href: string): string =>
  `https://wa.me/?${new URLSearchParams({ text: `My portfolio: ${href}` })}`;

/** Shares or copies the page's address, or sends it by WhatsApp. Without clipboard access it shows the address in a field. */
export function ShareLink({ path }: { path: string }) {
  const { announce } = useEditorTools();
  const canShare = useSyncExternalStore(subscribeToNothing, hasShare, () => false);
  const origin = useSyncExternalStore(subscribeToNothing, originOf, () => null);
  const [outcome, setOutcome] = useState<'copied' | 'blocked' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const url = outcome === 'blocked' ? new URL(path, location.href).href : '';

  useEffect(() => {
    if (outcome === 'blocked') field.current?.focus();
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function share(): Promise<void> {
    const { href } = new URL(path, location.href);
    // Closing the phone's dialog rejects the promise and is no error.
    if (canShare) return navigator.share({ url: href, title: 'My portfolio' }).catch(() => {});
    try {
      await navigator.clipboard.writeText(href);
      setOutcome('copied');
      announce('The link is copied');
    } catch {
      setOutcome('blocked');
    }
  }

  return (
    <>
      <Button look="secondary" size="sm" icon={<CopyIcon />} onClick={() => void share()}>
        {outcome === 'copied' ? 'Copied' : canShare ? 'Share the link' : 'Copy the link'}
      </Button>
      {origin && (
        <a
          className="btn btn-secondary btn-sm"
          href={whatsappUrl(new URL(path, origin).href)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Send by WhatsApp
        </a>
      )}
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
