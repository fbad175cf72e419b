import { useStore } from '@nanostores/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { imageUrl } from '#lib/domain/media/images.ts';
import { pictureTypes } from '#lib/domain/media/media.ts';
import type { UploadState } from '#lib/stores/media/upload.ts';
import type { Cover } from '#lib/stores/portfolio/cover-uploads.ts';
import { Button } from '../../ui/Button.tsx';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { useDrop } from '../../ui/use-drop.ts';
import { useEditorTools } from '../editor-context.ts';

interface CoverFieldProps {
  /** Where the picture goes in the portfolio. */
  path: string;
  cover: Cover;
  onCover: (cover: Cover) => void;
  noun?: 'picture' | 'cover picture';
  /** Shown in place of the whole picture. */
  preview?: ReactNode;
}

/**
 * The picture of the portfolio or of an entry. It is uploaded at once, with progress and a cancel button, also while the
 * form is closed. A removed picture can be put back.
 */
export default function CoverField({ path, cover, onCover, noun = 'picture', preview }: CoverFieldProps) {
  const { editor, announce } = useEditorTools();
  const upload = useStore(editor.uploads.$uploads)[path];
  const [removed, setRemoved] = useState<Cover>(null);
  const isSending = upload?.status === 'sending';
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const drop = useDrop((file) => void send(file));
  const title = noun === 'picture' ? 'Picture' : 'Cover picture';

  async function send(file: File | undefined): Promise<void> {
    if (await editor.uploads.start(path, file)) announce(`${title} added`);
  }

  /** The pressed button is no longer rendered. */
  function focusInput(): void {
    requestAnimationFrame(() => input.current?.focus());
  }

  function cancel(): void {
    editor.uploads.cancel(path);
    focusInput();
  }

  function remove(): void {
    setRemoved(cover);
    onCover(null);
    announce(`${title} removed`);
    focusInput();
  }

  function undo(): void {
    onCover(removed);
    announce(`The ${noun} is back`);
    focusInput();
  }

  return (
    <div className="field">
      <span className="field-label" id={`${labelId}-label`}>
        {title} <span className="field-optional">(optional)</span>
      </span>
      <div className="pe-cover" {...drop}>
        {cover &&
          !isSending &&
          (preview ?? (
            <img src={imageUrl(cover, { height: 160 })} alt="" width={cover.width} height={cover.height} />
          ))}
        {isSending ? (
          <UploadProgress upload={upload} onCancel={cancel} />
        ) : (
          <div className="pe-cover-choice">
            <label className="btn btn-secondary btn-sm pe-file">
              {cover ? `Change ${noun}` : `Choose a ${noun}`}
              <input
                ref={input}
                className="sr-only"
                type="file"
                name={path}
                accept={pictureTypes.join(',')}
                aria-describedby={`${labelId}-hint`}
                onChange={({ currentTarget }) => {
                  void send(currentTarget.files?.[0]);
                  // Choosing the same file again must fire a change event too.
                  currentTarget.value = '';
                }}
              />
            </label>
            {cover && (
              <Button look="quiet" size="sm" onClick={remove}>
                Remove {noun}
              </Button>
            )}
            {removed && !cover && (
              <Button look="quiet" size="sm" onClick={undo}>
                Undo removal
              </Button>
            )}
            {upload?.failure && (
              <Button look="quiet" size="sm" onClick={cancel}>
                {cover ? `Keep the old ${noun}` : 'Continue without'}
              </Button>
            )}
            <p className="field-hint" id={`${labelId}-hint`}>
              or drop one here. JPEG, PNG or WebP. A large photo is made smaller first.
            </p>
          </div>
        )}
      </div>
      <FailureAlert failure={upload?.failure ?? null} />
    </div>
  );
}

function UploadProgress({ upload, onCancel }: { upload: UploadState; onCancel: () => void }) {
  return (
    <div className="pe-sending">
      <p>{upload.fraction < 1 ? `Sending ${upload.name}` : `Checking ${upload.name}`}</p>
      <progress max={1} value={upload.fraction} aria-label={`Sending ${upload.name}`} />
      <Button look="secondary" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
