import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

export interface ResumeFieldProps {
  id: string;
  label: ReactNode;
  /** The current file, with its name when that is known. */
  value: { mediaId: string; name?: string | null } | null;
  error?: string | undefined;
  upload: (sent: {
    file: File;
    isPublic: boolean;
    onProgress: (fraction: number) => void;
    signal: AbortSignal;
  }) => Promise<{ id: string; name: string }>;
  /** Returns the message for a failed upload. */
  problemOf: (error: unknown) => string;
  onValue: (value: { mediaId: string; name: string } | null) => void;
}

/** A résumé that is uploaded as soon as it is chosen, with progress; it can be replaced and removed. */
export function ResumeField({ id, label, value, error, upload, problemOf, onValue }: ResumeFieldProps) {
  const [fraction, setFraction] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const running = useRef<AbortController | null>(null);
  const input = useRef<HTMLInputElement>(null);

  async function send(file: File | undefined): Promise<void> {
    if (!file || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setFraction(0);
    try {
      const { id: mediaId, name } = await upload({
        file,
        isPublic: false,
        onProgress: setFraction,
        signal: controller.signal,
      });
      onValue({ mediaId, name });
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(problemOf(failure));
    }
    running.current = null;
    setFraction(null);
    if (input.current) input.current.value = '';
  }

  return (
    <Field id={id} label={label} description="PDF, up to 5 MB." error={problem ?? error}>
      {(control) => (
        <div className="grid gap-2">
          {value && <p className="resume-name">{value.name ?? 'Your résumé is here.'}</p>}
          <input
            {...control}
            ref={input}
            type="file"
            accept="application/pdf,.pdf"
            className="field-input resume-input"
            disabled={fraction !== null}
            onChange={({ currentTarget }) => void send(currentTarget.files?.[0])}
          />
          {fraction !== null && (
            <div className="resume-progress">
              <progress value={fraction} aria-label="Sending your résumé" />
              <Button look="quiet" size="sm" onClick={() => running.current?.abort()}>
                Cancel
              </Button>
            </div>
          )}
          {value && fraction === null && (
            <div>
              <Button look="quiet" size="sm" onClick={() => onValue(null)}>
                Remove résumé
              </Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
