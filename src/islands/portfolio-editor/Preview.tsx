import { type MouseEvent, useDeferredValue, useEffect, useRef } from 'react';
import { PortfolioView } from '../portfolio-view/PortfolioView.tsx';
import { useDraft } from './editor-context.ts';
import { LazyMarkdown } from './LazyMarkdown.tsx';

/** Renders the draft as others will see it, and scrolls to the section that is being edited. */
export default function Preview() {
  const draft = useDeferredValue(useDraft());
  const page = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => scrollToSection(page.current, target as Element);
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the handler serves the links inside, which work by key.
    <div className="pe-page" ref={page} onClick={openInNewTab}>
      <PortfolioView
        portfolio={draft}
        level={2}
        Markdown={LazyMarkdown}
        emptyText="Your page appears here while you write."
      />
    </div>
  );
}

/** The space above a section's heading. */
const scrollMargin = 24;

/** Scrolls the preview pane, never the window. */
function scrollToSection(page: HTMLElement | null, focused: Element): void {
  const pane = page?.parentElement;
  const id = focused.closest<HTMLElement>('[data-part]')?.dataset.part;
  if (!page || !pane || !id || pane.scrollHeight <= pane.clientHeight) return;
  const isTop = focused.matches('[name="headline"], [name="location"], [type="checkbox"]') || id === 'links';
  const part = isTop ? page : page.querySelector(`[aria-labelledby="pf-${id}"]`);
  if (part)
    pane.scrollTop += part.getBoundingClientRect().top - pane.getBoundingClientRect().top - scrollMargin;
}

/** Opens links of the preview in a new tab, so that the editor stays open. */
function openInNewTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener,noreferrer');
}
