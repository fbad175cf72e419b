import { useStore } from '@nanostores/react';
import { isEqual } from 'es-toolkit/predicate';
import { computed } from 'nanostores';
import { useState } from 'react';
import { calculateCompleteness } from '#lib/domain/portfolio/portfolio-completeness.ts';
import type { PortfolioEditor } from '#lib/stores/portfolio/portfolio-editor.ts';
import { useEditor } from './editor-context.ts';

/** The field that each missing part leads to. */
const fieldSelectors: Readonly<Record<string, string>> = {
  avatar: '[data-avatar-choose]',
  headline: '[name="headline"]',
  about: '[name="about"]',
  location: '[name="location"]',
  skills: '[name="skills"]',
  links: '#pe-new-link',
  outcome: '#edit-projects',
};

/** Shows the percentage and the next three steps; each leads to its field. */
export function Completeness() {
  const editor = useEditor();
  const [$completeness] = useState(() => createCompleteness(editor));
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
                <button
                  type="button"
                  className="link"
                  onClick={() => focusSection(fieldSelectors[key] ?? `#edit-${key}`)}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Returns a store that changes only when the completeness does, not at every key. */
function createCompleteness({ $draft }: PortfolioEditor) {
  let latest = calculateCompleteness($draft.get());
  return computed($draft, (draft) => {
    const now = calculateCompleteness(draft);
    if (!isEqual(now, latest)) latest = now;
    return latest;
  });
}

function focusSection(selector: string): void {
  const target = document.querySelector<HTMLElement>(`.pe ${selector}`);
  target?.focus({ preventScroll: true });
  const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target?.scrollIntoView({ block: 'center', behavior: isReducedMotion ? 'auto' : 'smooth' });
}
