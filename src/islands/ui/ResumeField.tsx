import { type ReactNode, useId, useRef, useState } from 'react';
import { dateText } from '#lib/domain/core/time-text.ts';
import { describeDocument, resumeTypes } from '#lib/domain/media/media.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';

export interface ResumeFile {
  mediaId: string;
  name: string;
  url: string;
  mimeType: string;
  bytes: number;
  uploadedAt: string;
}

type UploadedFile = Omit<ResumeFile, 'mediaId' | 'uploadedAt'> & { id: string; createdAt: string };

export interface ResumeFieldProps {
  id: string;
  label: ReactNode;
  /** Says what happens with the file. */
  note?: string;
  value: ResumeFile | null;
  error?: string | undefined;
  upload: (sent: {
    file: File;
    isPublic: boolean;
    onProgress: (fraction: number) => void;
    signal: AbortSignal;
  }) => Promise<UploadedFile>;
  /** Returns the message for a failed upload. */
  problemOf: (error: unknown) => string;
  onValue: (value: ResumeFile) => void;
  /** Removes the file. Without it the file can only be replaced. */
  onRemove?: (() => void) | undefined;
}

/** A résumé that is uploaded as soon as it is chosen. It shows the current file, which can be opened and replaced. */
export function ResumeField({ id, label, note, value, error, onRemove, ...upload }: ResumeFieldProps) {
  const { fraction, problem, send, cancel } = useResumeUpload(upload);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const isSending = fraction !== null;

  return (
    <Field
      id={id}
      label={label}
      description="PDF or Word (.docx, .doc), up to 5 MB."
      error={problem ?? error}
      {...(note && { describedBy: noteId })}
    >
      {(control) => (
        <div className="grid gap-2">
          {note && <p id={noteId}>{note}</p>}
          {value && <ResumeSummary file={value} />}
          <input
            {...control}
            ref={input}
            type="file"
            accept={['.pdf', '.docx', '.doc', ...resumeTypes].join(',')}
            className="field-input resume-input"
            disabled={isSending}
            hidden={value !== null}
            onChange={async ({ currentTarget }) => {
              await send(currentTarget.files?.[0]);
              if (input.current) input.current.value = '';
            }}
          />
          {isSending && (
            <div className="resume-progress">
              <progress value={fraction} aria-label="Sending your résumé" />
              <Button look="quiet" size="sm" onClick={cancel}>
                Cancel
              </Button>
            </div>
          )}
          {value && !isSending && (
            <div className="resume-buttons">
              <Button
                look="secondary"
                size="sm"
                aria-label="Replace résumé"
                aria-describedby={control['aria-describedby']}
                onClick={() => input.current?.click()}
              >
                Replace
              </Button>
              {onRemove && (
                <Button look="quiet" size="sm" aria-label="Remove résumé" onClick={onRemove}>
                  Remove
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** Name, kind, size and date of a résumé, with a link that downloads it, or opens it where the browser shows such files. */
export function ResumeSummary({ file }: { file: ResumeFile }) {
  return (
    <p className="resume-file">
      <span className="resume-name">{file.name}</span>
      <span className="resume-facts">
        {describeDocument(file)} · uploaded {dateText(new Date(file.uploadedAt))}
      </span>
      <a className="link" href={file.url} target="_blank" rel="noreferrer" aria-label={`Open ${file.name}`}>
        Open
      </a>
    </p>
  );
}

function useResumeUpload({
  upload,
  problemOf,
  onValue,
}: Pick<ResumeFieldProps, 'upload' | 'problemOf' | 'onValue'>) {
  const [fraction, setFraction] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const running = useRef<AbortController | null>(null);

  async function send(file: File | undefined): Promise<void> {
    if (!file || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setFraction(0);
    try {
      const { signal } = controller;
      const media = await upload({ file, isPublic: false, onProgress: setFraction, signal });
      const { id: mediaId, name, url, mimeType, bytes, createdAt: uploadedAt } = media;
      onValue({ mediaId, name, url, mimeType, bytes, uploadedAt });
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(problemOf(failure));
    }
    running.current = null;
    setFraction(null);
  }

  return { fraction, problem, send, cancel: () => running.current?.abort() };
}
