import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { MergeConflict } from '#lib/stores/portfolio/portfolio-editor.ts';
import { conflictPath, getConflictSides } from '#lib/stores/portfolio/sync/conflict-merge.ts';
import { Button } from '../../ui/Button.tsx';
import { useEditorTools } from '../editor-context.ts';
import { formatConflictName, formatConflictValue } from './conflict-text.ts';

/** Shows both versions of each conflict, for the person to choose one. */
export function Conflicts() {
  const { editor, announce } = useEditorTools();
  const conflicts = useStore(editor.$conflicts);
  const draft = useStore(editor.$draft);
  const saved = useStore(editor.$saved);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = useRef(conflicts.length);

  useEffect(() => {
    // The button that was pressed is no longer rendered, so the focus must move.
    if (conflicts.length < count.current)
      (conflicts.length > 0 ? heading.current : document.querySelector<HTMLElement>('#edit-about'))?.focus();
    count.current = conflicts.length;
  }, [conflicts.length]);

  if (conflicts.length === 0) return null;
  const choose = (conflict: MergeConflict, choice: 'mine' | 'theirs') => {
    editor.resolveConflict(conflict, choice);
    announce(
      `${formatConflictName(conflict, draft)}: ${choice === 'mine' ? 'this version' : 'the other version'} is kept`,
    );
  };
  return (
    <section className="pe-section card pe-conflicts" aria-labelledby="edit-conflicts">
      <div>
        <h2 className="pe-title" id="edit-conflicts" ref={heading} tabIndex={-1}>
          Changed in two places
        </h2>
        <p className="pe-note">
          You, or another tab or device of yours, saved something else meanwhile. Choose what to keep; all the
          rest is saved.
        </p>
      </div>
      <ul className="pe-list">
        {conflicts.map((conflict) => {
          const name = formatConflictName(conflict, draft);
          const { mine, theirs } = getConflictSides(conflict, draft, saved);
          return (
            <li key={conflictPath(conflict)} className="pe-conflict">
              <h3>{name}</h3>
              <div className="pe-versions">
                <Version title="Here" text={formatConflictValue(mine, conflict.field)}>
                  <Button
                    look="secondary"
                    size="sm"
                    aria-label={`Keep this: ${name}, as it is on this device`}
                    onClick={() => choose(conflict, 'mine')}
                  >
                    Keep this
                  </Button>
                </Version>
                <Version title="Saved elsewhere" text={formatConflictValue(theirs, conflict.field)}>
                  <Button
                    look="secondary"
                    size="sm"
                    aria-label={`Keep this: ${name}, as saved elsewhere`}
                    onClick={() => choose(conflict, 'theirs')}
                  >
                    Keep this
                  </Button>
                </Version>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Version({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="pe-version">
      <p className="pe-version-title">{title}</p>
      <p className="pe-version-text">{text}</p>
      {children}
    </div>
  );
}
