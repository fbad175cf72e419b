import type { ReactNode } from 'react';

interface EditorSectionProps {
  /** What "what to add next" leads to. */
  id: string;
  title: string;
  /** Where the preview has a part of the same title. */
  label?: string;
  note?: string;
  children: ReactNode;
}

export function EditorSection({ id, title, label = title, note, children }: EditorSectionProps) {
  return (
    <section className="pe-section card" data-part={id} aria-label={label}>
      <div>
        <h2 className="pe-title" id={`edit-${id}`} tabIndex={-1}>
          {title}
        </h2>
        {note && <p className="pe-note">{note}</p>}
      </div>
      {children}
    </section>
  );
}
