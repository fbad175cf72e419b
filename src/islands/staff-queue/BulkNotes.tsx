import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

/** A template of a note, as a page passes it to the browser. */
export interface NoteTemplate {
  id: string;
  purpose: string;
  name: string;
  text: string;
}

interface BulkNotesProps {
  isHidden: boolean;
  /** Whether it begins open. */
  isOpen: boolean;
  notes: { publicNote: string; privateNote: string };
  onPublicNote: (value: string) => void;
  onPrivateNote: (value: string) => void;
  /** Those that fit the action. */
  templates: readonly NoteTemplate[];
}

/** The notes of a move: one for the candidates, which may begin with a template, and one for staff. */
export function BulkNotes({
  isHidden,
  isOpen,
  notes,
  onPublicNote,
  onPrivateNote,
  templates,
}: BulkNotesProps) {
  // What was written before a template took its place.
  const [ownNote, setOwnNote] = useState('');

  function useTemplate(text: string): void {
    const isOwn = !templates.some((one) => one.text === notes.publicNote);
    if (isOwn) setOwnNote(notes.publicNote);
    onPublicNote(text);
  }

  return (
    <details hidden={isHidden} open={isOpen || undefined}>
      <summary>Add to the message that they get, or a note for staff (optional)</summary>
      <div className="bulk-fields">
        {templates.length > 0 && (
          <Field label="Template">
            {(control) => (
              <select
                {...control}
                className="field-input field-select"
                value=""
                onChange={({ currentTarget: { value } }) => {
                  const chosen = templates.find(({ id }) => id === value);
                  if (chosen) useTemplate(chosen.text);
                }}
              >
                <option value="">Choose …</option>
                {templates.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Note
          label="Added to their message"
          name="publicNote"
          value={notes.publicNote}
          onValue={onPublicNote}
          maxLength={1000}
        />
        {ownNote && notes.publicNote !== ownNote && (
          <Button
            type="button"
            scale="compact"
            size="sm"
            look="quiet"
            onClick={() => {
              onPublicNote(ownNote);
              setOwnNote('');
            }}
          >
            Bring back what I wrote
          </Button>
        )}
        <Note
          label="Note for staff only"
          name="privateNote"
          value={notes.privateNote}
          onValue={onPrivateNote}
          maxLength={2000}
        />
      </div>
    </details>
  );
}

interface NoteProps {
  label: string;
  name: string;
  value: string;
  maxLength: number;
  onValue: (value: string) => void;
}

function Note({ label, name, value, maxLength, onValue }: NoteProps) {
  return (
    <Field label={label}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          className="field-input"
          rows={2}
          maxLength={maxLength}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}
