import { type MouseEvent, useDeferredValue, useEffect, useRef } from 'react';
import { PortfolioView } from '../portfolio-view/PortfolioView.tsx';
import { useDraft } from './editor-context.ts';
import { LazyMarkdown } from './LazyMarkdown.tsx';

/** The page as others will see it, drawn from what is typed. Beside the forms it shows the part that is being written. */
export default function Preview() {
  const draft = useDeferredValue(useDraft());
  const page = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => showPart(page.current, target as Element);
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are pressed, by key as well.
    <div className="pe-page" ref={page} onClick={openBeside}>
      <PortfolioView
        portfolio={draft}
        level={2}
        Markdown={LazyMarkdown}
        invitation="Your page begins to show here as you write."
      />
    </div>
  );
}

/** Above a part's heading. */
const room = 24;

/** Scrolls the pane, never the window. */
function showPart(page: HTMLElement | null, focused: Element): void {
  const pane = page?.parentElement;
  const id = focused.closest<HTMLElement>('[data-part]')?.dataset.part;
  if (!page || !pane || !id || pane.scrollHeight <= pane.clientHeight) return;
  const isTop = focused.matches('[name="headline"], [name="location"], [type="checkbox"]') || id === 'links';
  const part = isTop ? page : page.querySelector(`[aria-labelledby="pf-${id}"]`);
  if (part) pane.scrollTop += part.getBoundingClientRect().top - pane.getBoundingClientRect().top - room;
}

/** A link of the preview leaves the editor where it is. */
function openBeside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener,noreferrer');
}
