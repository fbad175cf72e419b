import { atom, type ReadableAtom } from 'nanostores';
import { shrinkPicture } from '#lib/browser/picture.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type SendFileInput, sendFile } from '#lib/client/upload.ts';
import type { Media } from '#lib/contract/media/media.ts';
import { findFileError } from '#lib/domain/media/media.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';

export type { Media };

export interface UploadState {
  status: 'idle' | 'sending' | 'done' | 'failed';
  /** Name of the file that was chosen last. */
  name: string;
  /** Progress from 0 to 1. At 1 everything was sent and the server checks it. */
  fraction: number;
  failure: Failure | null;
}

export interface UploadStore {
  $state: ReadableAtom<UploadState>;
  /** Sends a file and returns it, or null when it failed, was cancelled or another is being sent; see `$state`. Never throws. */
  start(file: File | null | undefined): Promise<Media | null>;
  cancel(): void;
  /** Clears the last result. */
  reset(): void;
}

/** The message for a file with the type of a picture that cannot be decoded. */
export const unreadablePicture = 'This picture cannot be read. Choose a JPEG, PNG or WebP.';

const idle: UploadState = { status: 'idle', name: '', fraction: 0, failure: null };

/**
 * Sends one file and returns its media. Throws ApiError, NetworkError, UnreadableResponseError or the signal's reason.
 * [API-34]
 */
export function uploadFile(options: Omit<SendFileInput, 'file' | 'name'> & { file: File }): Promise<Media> {
  return sendFile({ ...options, name: options.file.name });
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
      const fileError = findFileError(file, kind);
      if (!isCurrent()) return null;
      if (fileError || !file) return fail({ message: fileError ?? '', needsLogin: false });
      const onProgress = (fraction: number) => {
        if (isCurrent()) $state.set({ ...$state.get(), fraction });
      };
      const media = await uploadFile({ file, isPublic, onProgress, signal: controller.signal });
      // Cancelled after the server had stored it. Nothing uses the file, so it is deleted after a day.
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

/** The server does not know which type the form needs. */
const sentenceForType = {
  picture: unreadablePicture,
  resume: 'That is not a PDF or Word file. Choose a .pdf, .docx or .doc file of up to 5 MB.',
  upload: null,
};

/** Turns a failed upload into a sentence. The server's message about the file comes first. [FORM-13] */
export function uploadFailure(error: unknown, kind: keyof typeof sentenceForType = 'upload'): Failure {
  const fileMessage = error instanceof ApiError ? error.fieldErrors.file : undefined;
  const failure = failureOf(error, { isTyped: false });
  const sentence = sentenceForType[kind];
  if (sentence && error instanceof ApiError && error.errorCode === 'FILE_TYPE_NOT_ALLOWED')
    return { ...failure, message: sentence };
  return fileMessage ? { ...failure, message: fileMessage } : failure;
}
