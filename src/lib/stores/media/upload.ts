import { atom, type ReadableAtom } from 'nanostores';
import { shrinkPicture } from '#lib/browser/picture.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type FileToSend, sendFile } from '#lib/client/upload.ts';
import type { Media } from '#lib/contract/media/media.ts';
import { fileError } from '#lib/domain/media/media.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';

export type { Media };

export interface UploadState {
  status: 'idle' | 'sending' | 'done' | 'failed';
  /** Of the file that was chosen last. */
  name: string;
  /** From 0 to 1. At 1 everything has been sent and the server looks at it. */
  fraction: number;
  failure: Failure | null;
}

export interface UploadStore {
  $state: ReadableAtom<UploadState>;
  /** Null when it failed, was cancelled, or another is under way; `$state` says why. Never throws. */
  start(file: File | null | undefined): Promise<Media | null>;
  cancel(): void;
  /** Forgets the last outcome. */
  reset(): void;
}

/** It is named as a picture, and is none inside. */
export const unreadablePicture = 'This picture cannot be read. Choose a JPEG, PNG or WebP.';

const idle: UploadState = { status: 'idle', name: '', fraction: 0, failure: null };

/**
 * API-34: sends one file and answers with what is kept of it.
 * @throws ApiError, NetworkError, UnreadableAnswerError, or the signal's reason
 */
export function uploadFile(sent: Omit<FileToSend, 'file' | 'name'> & { file: File }): Promise<Media> {
  return sendFile({ ...sent, name: sent.file.name });
}

export interface UploadOptions {
  kind: 'picture' | 'upload';
  isPublic: boolean;
  /** May replace the chosen file before it is checked and sent. A picture that exceeds a limit is shrunk by default. */
  prepare?: (file: File) => Promise<File>;
}

/**
 * Creates the store of one place of a form where a file goes. It shrinks a picture that is too large, checks the file,
 * sends it, reports progress and can be cancelled. [API-34] [FORM-12]
 */
export function createUpload({
  kind,
  isPublic,
  prepare = kind === 'picture' ? shrinkPicture : async (file) => file,
}: UploadOptions): UploadStore {
  const $state = atom<UploadState>(idle);
  let running: AbortController | null = null;

  async function start(chosen: File | null | undefined): Promise<Media | null> {
    if (running) return null;
    const controller = new AbortController();
    const isCurrent = () => running === controller;
    running = controller;
    $state.set({ ...idle, status: 'sending', name: chosen?.name ?? '' });
    try {
      const file = chosen && (await prepare(chosen).catch(() => chosen));
      const wrong = fileError(file, kind);
      if (!isCurrent()) return null;
      if (wrong || !file) return fail({ message: wrong ?? '', needsLogin: false });
      const onProgress = (fraction: number) => {
        if (isCurrent()) $state.set({ ...$state.get(), fraction });
      };
      const media = await uploadFile({ file, isPublic, onProgress, signal: controller.signal });
      // Cancelled when the server had it already: nothing shows it, so it is cleaned away.
      if (!isCurrent()) return null;
      running = null;
      $state.set({ ...$state.get(), status: 'done', fraction: 1 });
      return media;
    } catch (error) {
      return isCurrent() ? fail(uploadFailure(error, kind)) : null;
    }
  }

  function fail(failure: Failure): null {
    running = null;
    $state.set({ ...$state.get(), status: 'failed', failure });
    return null;
  }

  function cancel(): void {
    const controller = running;
    running = null;
    controller?.abort();
    $state.set(idle);
  }

  return { $state, start, cancel, reset: cancel };
}

/** The server does not know which of its kinds the file is to be. */
const unfit = { picture: unreadablePicture, pdf: 'This is no PDF. Please choose one.', upload: null };

/** The server says what is wrong with the file at its field (FORM-13). */
export function uploadFailure(error: unknown, kind: keyof typeof unfit = 'upload'): Failure {
  const own = error instanceof ApiError ? error.fieldErrors.file : undefined;
  const failure = failureOf(error, { isTyped: false });
  const sentence = unfit[kind];
  if (sentence && error instanceof ApiError && error.errorCode === 'FILE_TYPE_NOT_ALLOWED')
    return { ...failure, message: sentence };
  return own ? { ...failure, message: own } : failure;
}
