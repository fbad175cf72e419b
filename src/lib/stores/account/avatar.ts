import { atom, type ReadableAtom } from 'nanostores';
import { drawSquare as drawInBrowser, openPicture as openInBrowser } from '#lib/browser/picture.ts';
import { sendFile } from '#lib/client/upload.ts';
import { type Crop, createCrop, moveCrop, zoomCrop } from '#lib/domain/account/crop.ts';
import { findFileError } from '#lib/domain/media/media.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { unreadablePicture, uploadFailure } from '#lib/stores/media/upload.ts';
import { updateUser } from './account.ts';
import { setUser } from './user.ts';

/** A decoded picture; a test's picture has only these members. */
type Picture = Pick<ImageBitmap, 'width' | 'height' | 'close'>;

/**
 * `opening`: the file is decoded. `cropping`: the person chooses the square. `sending`: the file is uploaded. `saving`: the
 * uploaded file becomes the avatar, which can no longer be cancelled.
 */
export type AvatarStep = 'idle' | 'opening' | 'cropping' | 'sending' | 'saving' | 'removing';

export interface AvatarStore<P extends Picture> {
  $step: ReadableAtom<AvatarStep>;
  $picture: ReadableAtom<P | null>;
  $crop: ReadableAtom<Crop>;
  /** From 0 to 1. */
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
  remove(): Promise<void>;
}

const side = 512;
const noCrop: Crop = { left: 0, top: 0, side: 1 };

interface AvatarDeps<P> {
  openPicture(file: Blob): Promise<P>;
  drawSquare(picture: P, crop: Crop, maxSide: number): Promise<Blob>;
}

/** Creates the store of a person's picture, from a file of any size to the square that pages show. [USER-01] */
export function createAvatar(): AvatarStore<ImageBitmap>;
export function createAvatar<P extends Picture>(tools: AvatarDeps<P>): AvatarStore<P>;
export function createAvatar<P extends Picture>(
  { openPicture, drawSquare }: AvatarDeps<P> = {
    openPicture: openInBrowser,
    drawSquare: drawInBrowser,
  } as unknown as AvatarDeps<P>,
): AvatarStore<P> {
  const $step = atom<AvatarStep>('idle');
  const $picture = atom<P | null>(null);
  const $crop = atom<Crop>(noCrop);
  const $fraction = atom(0);
  const $notice = atom<'saved' | 'removed' | null>(null);
  const $failure = atom<Failure | null>(null);
  let sending: AbortController | null = null;
  let latest = 0;

  async function choose(file: File | null | undefined): Promise<void> {
    if ($step.get() !== 'idle') return;
    const mine = ++latest;
    clearMessages();
    const wrong = findFileError(file, 'file');
    if (wrong || !file) return $failure.set({ message: wrong ?? '', needsLogin: false });
    $step.set('opening');
    const picture = await openPicture(file).catch(() => null);
    if (mine !== latest) return picture?.close();
    if (!picture) {
      $step.set('idle');
      return $failure.set({ message: unreadablePicture, needsLogin: false });
    }
    $picture.set(picture);
    $crop.set(createCrop(picture));
    $step.set('cropping');
  }

  function change(next: (crop: Crop, picture: P) => Crop): void {
    const picture = $picture.get();
    if (picture && $step.get() === 'cropping') $crop.set(next($crop.get(), picture));
  }

  async function save(): Promise<void> {
    const picture = $picture.get();
    if (!picture || $step.get() !== 'cropping') return;
    const controller = new AbortController();
    sending = controller;
    clearMessages();
    $fraction.set(0);
    $step.set('sending');
    try {
      const file = await drawSquare(picture, $crop.get(), side);
      const onProgress = (fraction: number) => sending === controller && $fraction.set(fraction);
      const { id } = await sendFile({
        file,
        name: 'avatar.webp',
        isPublic: true,
        onProgress,
        signal: controller.signal,
      });
      // The upload was cancelled too late: the file is not shown anywhere and will be deleted.
      if (sending !== controller) return;
      $step.set('saving');
      setUser(await updateUser({ avatarMediaId: id }));
      resetPicture();
      $notice.set('saved');
    } catch (error) {
      if (sending !== controller) return;
      sending = null;
      $step.set('cropping');
      $failure.set(uploadFailure(error, 'picture'));
    }
  }

  function cancel(): void {
    if ($step.get() === 'sending') {
      stopSending();
      $step.set('cropping');
    } else close();
  }

  function close(): void {
    if ($step.get() !== 'saving') resetPicture();
  }

  function resetPicture(): void {
    latest += 1;
    stopSending();
    $picture.get()?.close();
    $picture.set(null);
    $failure.set(null);
    $step.set('idle');
  }

  function stopSending(): void {
    const controller = sending;
    sending = null;
    controller?.abort();
  }

  async function remove(): Promise<void> {
    if ($step.get() !== 'idle') return;
    clearMessages();
    $step.set('removing');
    try {
      setUser(await updateUser({ avatarMediaId: null }));
      $notice.set('removed');
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: false }));
    }
    $step.set('idle');
  }

  function clearMessages(): void {
    $notice.set(null);
    $failure.set(null);
  }

  return {
    $step,
    $picture,
    $crop,
    $fraction,
    $notice,
    $failure,
    choose,
    moveBy: (right, down) => change((crop, picture) => moveCrop(crop, right, down, picture)),
    zoomTo: (zoom) => change((crop, picture) => zoomCrop(crop, zoom, picture)),
    save,
    cancel,
    close,
    remove,
  };
}
