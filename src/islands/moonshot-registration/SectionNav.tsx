import type { MouseEvent } from 'react';
import type { Registration } from '#lib/stores/hiring/registration.ts';

interface SectionNavProps {
  sections: Registration['sections'];
  /** Key of the current section. */
  shown: string;
  onShow: (key: string) => void;
}

/** Navigation between sections, with progress and the current section. */
export function SectionNav({ sections, shown, onShow }: SectionNavProps) {
  const complete = sections.filter((section) => section.complete).length;
  const steps = [...sections, { key: 'review', title: 'Check and submit', complete: false }];

  function handleClick(event: MouseEvent, key: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onShow(key);
  }

  return (
    <nav className="steps" aria-label="Sections">
      <p className="steps-count">
        <label htmlFor="registration-progress">
          {complete} of {sections.length} sections complete
        </label>
        <progress id="registration-progress" max={sections.length} value={complete} />
      </p>
      <ol>
        {steps.map(({ key, title, complete: isDone }, index) => (
          <li key={key}>
            <a
              href={`?section=${key}`}
              aria-current={key === shown ? 'step' : undefined}
              data-done={isDone ? '' : undefined}
              onClick={(event) => handleClick(event, key)}
            >
              <span className="steps-mark" aria-hidden="true">
                {isDone ? '✓' : index + 1}
              </span>
              <span className="steps-title">{title}</span>
              {isDone && <span className="sr-only">, complete</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
