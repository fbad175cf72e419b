import { atom, type ReadableAtom } from 'nanostores';
import { drawSquare as drawInBrowser, openPicture as openInBrowser } from '#lib/browser/picture.ts';
import { sendFile } from '#lib/client/upload.ts';
import { type Crop, createCrop, moveCrop, zoomCrop } from '#lib/domain/account/crop.ts';
import { findFileError } from '#lib/domain/media/media.ts';
import type { Failure } from '#lib/stores/core/failure.ts';
import { type Media, unreadablePicture, uploadFailure } from '#lib/stores/media/upload.ts';
import { type AvatarRemoval, createAvatarRemoval, saveAvatar } from './avatar-removal.ts';

/** A decoded picture; a test's picture has only these members. */
type Picture = Pick<ImageBitmap, 'width' | 'height' | 'close'>;

/**
 * `opening`: the file is decoded. `cropping`: the person chooses the square. `sending`: the file is uploaded. `saving`: the
 * uploaded file becomes the avatar, which can no longer be cancelled.
 */
export type AvatarStep = 'idle' | 'opening' | 'cropping' | 'sending' | 'saving' | 'removing';

export interface AvatarStore<P extends Picture> extends AvatarRemoval {
  $step: ReadableAtom<AvatarStep>;
  $picture: ReadableAtom<P | null>;
  $crop: ReadableAtom<Crop>;
  /** A fraction from 0 to 1. */
  $fraction: ReadableAtom<number>;
  $notice: ReadableAtom<'saved' | 'removed' | null>;
  $failure: ReadableAtom<Failure | null>;
  choose(file: File | null | undefined): Promise<void>;
  /** In pixels of the picture. */
  moveBy(right: number, down: number): void;
  zoomTo(zoom: number): void;
  save(): Promise<void>;
  /** Cancels the upload and returns to cropping; closes the dialog when nothing is uploaded. */
  cancel(): void;
  close(): void;
}

/** Sides of the uploaded square, in pixels. */
const maxSide = 512;

interface AvatarDeps<P> {
  openPicture(file: Blob): Promise<P>;
  drawSquare(picture: P, crop: Crop, maxSide: number): Promise<Blob>;
}

const browserDeps: AvatarDeps<ImageBitmap> = { openPicture: openInBrowser, drawSquare: drawInBrowser };

/** Creates the store of a person's picture, from a file of any size to the square that pages show. [USER-01] */
export function createAvatar(): AvatarStore<ImageBitmap>;
export function createAvatar<P extends Picture>(deps: AvatarDeps<P>): AvatarStore<P>;
export function createAvatar<P extends Picture>(
  { openPicture, drawSquare }: AvatarDeps<P> = browserDeps as unknown as AvatarDeps<P>,
): AvatarStore<P> {
  const $step = atom<AvatarStep>('idle');
  const $notice = atom<'saved' | 'removed' | null>(null);
  const $failure = atom<Failure | null>(null);
  const { $picture, $crop, ...cropper } = createCropper(openPicture);
  const uploader = createUploader();
  const isCropping = () => $step.get() === 'cropping';

  function start(step: AvatarStep): void {
    $notice.set(null);
    $failure.set(null);
    $step.set(step);
  }

  function stop(step: AvatarStep, failure: Failure | null): void {
    $failure.set(failure);
    $step.set(step);
  }

  async function choose(file: File | null | undefined): Promise<void> {
    if ($step.get() !== 'idle') return;
    const fileError = findFileError(file, 'file');
    start(fileError ? 'idle' : 'opening');
    if (fileError || !file) return $failure.set({ message: fileError ?? '', needsLogin: false });
    const result = await cropper.open(file);
    if (result === 'opened') $step.set('cropping');
    if (result === 'unreadable') stop('idle', { message: unreadablePicture, needsLogin: false });
  }

  async function save(): Promise<void> {
    const picture = $picture.get();
    if (!picture || !isCropping()) return;
    start('sending');
    try {
      const media = await uploader.send(() => drawSquare(picture, $crop.get(), maxSide));
      if (!media) return;
      $step.set('saving');
      await saveAvatar(media.id);
      cropper.close();
      stop('idle', null);
      $notice.set('saved');
    } catch (error) {
      stop('cropping', uploadFailure(error, 'picture'));
    }
  }

  function close(): void {
    if ($step.get() === 'saving') return;
    uploader.cancel();
    cropper.close();
    stop('idle', null);
  }

  function cancel(): void {
    if ($step.get() === 'sending') {
      uploader.cancel();
      $step.set('cropping');
    } else close();
  }

  return {
    $step,
    $picture,
    $crop,
    $fraction: uploader.$fraction,
    $notice,
    $failure,
    choose,
    moveBy: (right, down) => void (isCropping() && cropper.moveBy(right, down)),
    zoomTo: (zoom) => void (isCropping() && cropper.zoomTo(zoom)),
    save,
    cancel,
    close,
    ...createAvatarRemoval({ $step, $notice, $failure, start }),
  };
}

const noCrop: Crop = { left: 0, top: 0, side: 1 };

/** Creates the open picture and the square that is cut out of it. */
function createCropper<P extends Picture>(openPicture: AvatarDeps<P>['openPicture']) {
  const $picture = atom<P | null>(null);
  const $crop = atom<Crop>(noCrop);
  let latestOpen = 0;

  async function open(file: Blob): Promise<'opened' | 'unreadable' | 'closed'> {
    const own = ++latestOpen;
    const picture = await openPicture(file).catch(() => null);
    if (own !== latestOpen) {
      picture?.close();
      return 'closed';
    }
    if (!picture) return 'unreadable';
    $picture.set(picture);
    $crop.set(createCrop(picture));
    return 'opened';
  }

  function close(): void {
    latestOpen += 1;
    $picture.get()?.close();
    $picture.set(null);
  }

  function change(next: (crop: Crop, picture: P) => Crop): void {
    const picture = $picture.get();
    if (picture) $crop.set(next($crop.get(), picture));
  }

  return {
    $picture,
    $crop,
    open,
    close,
    moveBy: (right: number, down: number) => change((crop, picture) => moveCrop(crop, right, down, picture)),
    zoomTo: (zoom: number) => change((crop, picture) => zoomCrop(crop, zoom, picture)),
  };
}

/** Creates the upload of the square, which can be cancelled and started again. */
function createUploader() {
  const $fraction = atom(0);
  let running: AbortController | null = null;

  /** Draws and uploads the square. Returns null when the upload was cancelled; throws what `sendFile` throws. */
  async function send(draw: () => Promise<Blob>): Promise<Media | null> {
    const controller = new AbortController();
    const { signal } = controller;
    running = controller;
    $fraction.set(0);
    try {
      const onProgress = (fraction: number) => !signal.aborted && $fraction.set(fraction);
      const media = await sendFile({
        file: await draw(),
        name: 'avatar.webp',
        isPublic: true,
        onProgress,
        signal,
      });
      // The upload was cancelled too late: the file is shown nowhere and will be deleted.
      return signal.aborted ? null : media;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  function cancel(): void {
    running?.abort();
    running = null;
  }

  return { $fraction, send, cancel };
}
