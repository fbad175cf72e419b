import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useState } from 'react';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import { calculateCompleteness } from '#lib/domain/portfolio/portfolio-completeness.ts';
import type { PortfolioEditor } from '#lib/stores/portfolio/portfolio-editor.ts';
import { useEditor } from './editor-context.ts';

/** Where each missing part is written. */
const places: Readonly<Record<string, string>> = {
  headline: '[name="headline"]',
  about: '[name="about"]',
  location: '[name="location"]',
  skills: '[name="skills"]',
  links: '#pe-new-link',
  outcome: '#edit-projects',
};

/** How far it is, and the next three steps; each leads to where it is done. */
export function Completeness() {
  const editor = useEditor();
  const [$completeness] = useState(() => watch(editor));
  const { percent, missing } = useStore($completeness);
  const next = missing.slice(0, 3);
  return (
    <section className="pe-section card" aria-labelledby="edit-completeness">
      <div className="pe-complete">
        <h2 className="pe-title" id="edit-completeness">
          {percent === 100 ? 'Your portfolio is complete' : `${percent}% complete`}
        </h2>
        <progress max={100} value={percent} aria-labelledby="edit-completeness" />
      </div>
      {next.length > 0 && (
        <div>
          <h3 className="pe-next-title">What to add next</h3>
          <ul className="pe-next">
            {next.map(({ key, label }) => (
              <li key={key}>
                {key === 'avatar' ? (
                  <a className="link" href="/account/">
                    {label}
                  </a>
                ) : (
                  <button type="button" className="link" onClick={() => goTo(places[key] ?? `#edit-${key}`)}>
                    {label}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Another only when a part came or went, not at every key. */
function watch({ $draft }: PortfolioEditor) {
  let latest = calculateCompleteness($draft.get());
  return computed($draft, (draft) => {
    const now = calculateCompleteness(draft);
    if (!isSame(now, latest)) latest = now;
    return latest;
  });
}

function goTo(selector: string): void {
  const place = document.querySelector<HTMLElement>(`.pe ${selector}`);
  place?.focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
}
