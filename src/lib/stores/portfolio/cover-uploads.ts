import { computed, map, type ReadableAtom } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { createUpload, type UploadState, type UploadStore } from '#lib/stores/media/upload.ts';
import { type FieldPath, pathOf, updateEntry } from './sync/document.ts';

export type CoverList = 'projects' | 'publishedWorks';
export type Cover = Portfolio[CoverList][number]['coverImage'];

export interface CoverUploads {
  /** The uploads that are running or have failed, by the path of the picture. */
  $uploads: ReadableAtom<Readonly<Record<FieldPath, UploadState>>>;
  /** The paths of running uploads. */
  $sending: ReadableAtom<readonly FieldPath[]>;
  /** Messages of failed uploads, by path. */
  $failures: ReadableAtom<Readonly<Record<FieldPath, string>>>;
  /** Uploads the picture of a path, also while its form is closed. Returns true once it is in the draft. */
  start(path: FieldPath, file: File | undefined): Promise<boolean>;
  cancel(path: FieldPath): void;
  /** Cancels the upload of an entry that is deleted. */
  cancelOf(list: string, id: string): void;
  cancelAll(): void;
  /** Marks uploads that the end of an earlier page interrupted as failed. */
  restore(interrupted: readonly FieldPath[]): void;
}

const coverPathOf = (list: CoverList, id: string): FieldPath => pathOf(list, id, 'coverImage');

/** The path of the wide picture of the portfolio itself. */
export const portfolioCoverPath: FieldPath = 'coverImage';

const coverLists = ['projects', 'publishedWorks'] as const;

/** Returns whether the portfolio has the place of a picture's path. */
export const isCoverOf = (portfolio: Portfolio, path: FieldPath): boolean =>
  path === portfolioCoverPath ||
  coverLists.some((list) => portfolio[list].some(({ id }) => coverPathOf(list, id) === path));

/** Returns the portfolio with a picture at its path. A new cover of the portfolio shows its middle. */
export function withCover(portfolio: Portfolio, path: FieldPath, coverImage: Cover): Portfolio {
  if (path === portfolioCoverPath) return { ...portfolio, coverImage, coverPosition: 50 };
  for (const list of coverLists)
    for (const { id } of portfolio[list])
      if (coverPathOf(list, id) === path) return updateEntry(portfolio, list, id, { coverImage });
  return portfolio;
}

const interruptedMessage = 'The page was left before this picture had arrived. Please choose it again.';

/** Creates the uploads of the portfolio's, project and work pictures; they run side by side, whichever form is open. */
export function createCoverUploads(
  onCover: (path: FieldPath, cover: NonNullable<Cover>) => void,
): CoverUploads {
  const $uploads = map<Record<FieldPath, UploadState>>({});
  const running = new Map<FieldPath, UploadStore>();

  function removeUpload(path: FieldPath): void {
    running.delete(path);
    const { [path]: _, ...others } = $uploads.get();
    $uploads.set(others);
  }

  function cancel(path: FieldPath): void {
    running.get(path)?.cancel();
    removeUpload(path);
  }

  async function start(path: FieldPath, file: File | undefined): Promise<boolean> {
    if (!file || $uploads.get()[path]?.status === 'sending') return false;
    const upload = createUpload({ kind: 'picture', isPublic: true });
    running.set(path, upload);
    const unlisten = upload.$state.listen((state) => {
      if (running.get(path) === upload) $uploads.setKey(path, state);
    });
    const media = await upload.start(file);
    unlisten();
    if (running.get(path) !== upload) return false;
    running.delete(path);
    if (!media?.source) return false;
    removeUpload(path);
    onCover(path, {
      mediaId: media.id,
      source: media.source,
      width: media.width ?? 0,
      height: media.height ?? 0,
    });
    return true;
  }

  const failed = (state: UploadState) =>
    state.status === 'failed' ? (state.failure?.message ?? null) : null;
  return {
    $uploads,
    $sending: computed($uploads, (uploads) =>
      Object.keys(uploads).filter((path) => uploads[path]?.status === 'sending'),
    ),
    $failures: computed($uploads, (uploads) =>
      Object.fromEntries(
        Object.entries(uploads).flatMap(([path, state]) => {
          const message = failed(state);
          return message === null ? [] : [[path, message]];
        }),
      ),
    ),
    start,
    cancel,

    cancelOf(list, id) {
      if (list === 'projects' || list === 'publishedWorks') cancel(coverPathOf(list, id));
    },

    cancelAll() {
      for (const path of [...running.keys()]) cancel(path);
    },

    restore(interrupted) {
      const failure = { message: interruptedMessage, needsLogin: false };
      for (const path of interrupted)
        $uploads.setKey(path, { status: 'failed', name: '', fraction: 0, failure });
    },
  };
}
