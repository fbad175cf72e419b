import { useStore } from '@nanostores/react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { imageUrl } from '../../lib/domain/images.ts';
import { pictureTypes } from '../../lib/domain/media.ts';
import type { Portfolio } from '../../lib/stores/portfolio.ts';
import { createUpload } from '../../lib/stores/upload.ts';
import { Button } from '../ui/Button.tsx';
import { useTools } from './editor-context.ts';
import { Interruption } from './Interruption.tsx';

type Cover = Portfolio['projects'][number]['coverImage'];

interface CoverFieldProps {
  cover: Cover;
  onCover: (cover: Cover) => void;
}

/** A picture: chosen or dropped, sent at once, with its progress and a way to stop it. */
export default function CoverField({ cover, onCover }: CoverFieldProps) {
  const { announce } = useTools();
  const [upload] = useState(() => createUpload({ kind: 'picture', isPublic: true }));
  const { status, name, fraction, failure } = useStore(upload.$state);
  const [isOver, setOver] = useState(false);
  const id = useId();
  const isSending = status === 'sending';

  useEffect(() => () => upload.cancel(), [upload]);

  async function send(file: File | undefined): Promise<void> {
    const media = await upload.start(file);
    if (!media?.source) return;
    onCover({ mediaId: media.id, source: media.source, width: media.width ?? 0, height: media.height ?? 0 });
    announce('The picture is there');
    upload.reset();
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  }

  return (
    <div className="field">
      <span className="field-label" id={`${id}-label`}>
        Picture <span className="field-optional">(optional)</span>
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same by key. */}
      <div
        className="pe-cover"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {cover && !isSending && (
          <img src={imageUrl(cover, { height: 160 })} alt="" width={cover.width} height={cover.height} />
        )}
        {isSending ? (
          <div className="pe-sending">
            <p>{fraction < 1 ? `Sending ${name}` : `Checking ${name}`}</p>
            <progress max={1} value={fraction} aria-label={`Sending ${name}`} />
            <Button look="secondary" size="sm" onClick={upload.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <div className="pe-cover-choice">
            <label className="btn btn-secondary btn-sm pe-file">
              {cover ? 'Change picture' : 'Choose a picture'}
              <input
                className="sr-only"
                type="file"
                accept={pictureTypes.join(',')}
                aria-describedby={`${id}-hint`}
                onChange={({ currentTarget }) => {
                  void send(currentTarget.files?.[0]);
                  currentTarget.value = '';
                }}
              />
            </label>
            {cover && (
              <Button look="quiet" size="sm" onClick={() => onCover(null)}>
                Remove picture
              </Button>
            )}
            <p className="field-hint" id={`${id}-hint`}>
              or drop one here. JPEG, PNG or WebP, up to 5 MB.
            </p>
          </div>
        )}
      </div>
      <Interruption failure={failure} />
    </div>
  );
}
