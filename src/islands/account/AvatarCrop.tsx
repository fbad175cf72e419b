import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { maxZoomOf, zoomOf } from '#lib/domain/account/crop.ts';
import type { AvatarStore } from '#lib/stores/account/avatar.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { Modal } from '../ui/modal/Modal.tsx';
import { CropCanvas } from './CropCanvas.tsx';

/** The dialog for choosing the square of a picture and uploading it. */
export function AvatarCrop({ avatar, next }: { avatar: AvatarStore<ImageBitmap>; next: string }) {
  const title = useId();
  const picture = useStore(avatar.$picture);
  const [shown, setShown] = useState(picture);
  // The picture stays visible while the dialog fades out.
  if (picture && picture !== shown) setShown(picture);
  return (
    <Modal
      isOpen={picture !== null}
      onClose={avatar.close}
      labelledBy={title}
      width="sm"
      focusAfter="[data-avatar-choose]"
    >
      <div className="crop">
        <h2 className="text-xl" id={title}>
          Your picture
        </h2>
        {shown && <CropForm avatar={avatar} picture={shown} next={next} />}
      </div>
    </Modal>
  );
}

interface CropFormProps {
  avatar: AvatarStore<ImageBitmap>;
  picture: ImageBitmap;
  /** The page to open after the person has logged in again. */
  next: string;
}

function CropForm({ avatar, picture, next }: CropFormProps) {
  const crop = useStore(avatar.$crop);
  const step = useStore(avatar.$step);
  const fraction = useStore(avatar.$fraction);
  const zoom = useId();
  const isSending = step === 'sending' || step === 'saving';
  const maxZoom = maxZoomOf(picture);
  return (
    <>
      <CropCanvas
        picture={picture}
        crop={crop}
        isFixed={isSending}
        onMove={avatar.moveBy}
        onZoom={avatar.zoomTo}
      />
      {isSending ? (
        <Sending fraction={fraction} />
      ) : (
        <div className="crop-zoom">
          <label className="field-label" htmlFor={zoom}>
            Zoom
          </label>
          <input
            id={zoom}
            className="crop-range"
            type="range"
            min={1}
            max={maxZoom}
            step={0.01}
            value={zoomOf(crop, picture)}
            aria-valuetext={`${Math.round(zoomOf(crop, picture) * 100)} %`}
            disabled={maxZoom === 1}
            onChange={({ currentTarget }) => avatar.zoomTo(Number(currentTarget.value))}
          />
        </div>
      )}
      <FailureAlert failure={useStore(avatar.$failure)} next={next} />
      <div className="crop-actions">
        <Button look="secondary" aria-disabled={step === 'saving' || undefined} onClick={avatar.cancel}>
          {isSending ? 'Stop' : 'Cancel'}
        </Button>
        <Button isLoading={isSending} onClick={avatar.save}>
          Save picture
        </Button>
      </div>
    </>
  );
}

function Sending({ fraction }: { fraction: number }) {
  const label = useId();
  return (
    <div className="crop-sending">
      <p className="field-label" id={label} role="status">
        {fraction < 1 ? 'Sending your picture …' : 'Almost done …'}
      </p>
      <progress className="crop-progress" aria-labelledby={label} max={1} value={fraction} />
    </div>
  );
}
