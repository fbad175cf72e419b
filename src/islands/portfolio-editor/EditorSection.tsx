import type { ReactNode } from 'react';

interface EditorSectionProps {
  /** The anchor for the links of "What to add next". */
  id: string;
  title: string;
  /** The accessible name, where the preview has a section with the same title. */
  label?: string;
  note?: string;
  children: ReactNode;
}

/** One titled card of the editor. */
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
