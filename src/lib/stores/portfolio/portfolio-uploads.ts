import { computed, map, type ReadableAtom } from 'nanostores';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { createUpload, type UploadState, type UploadStore } from '#lib/stores/media/upload.ts';
import { type Path, pathOf } from './portfolio-checks.ts';

export type CoverList = 'projects' | 'publishedWorks';
export type Cover = Portfolio[CoverList][number]['coverImage'];

export interface CoverUploads {
  /** Where the picture of an entry is on its way, or failed to arrive; by the picture's path. */
  $uploads: ReadableAtom<Readonly<Record<Path, UploadState>>>;
  /** Pictures on their way. */
  $sending: ReadableAtom<readonly Path[]>;
  /** What went wrong, at its place. */
  $failures: ReadableAtom<Readonly<Record<Path, string>>>;
  /** True when the picture is there. Goes on when its form is closed. */
  start(list: CoverList, id: string, file: File | undefined): Promise<boolean>;
  cancel(path: Path): void;
  /** An entry that is deleted takes its picture with it. */
  cancelOf(list: string, id: string): void;
  cancelAll(): void;
  /** The page was left in the middle of these. */
  restore(interrupted: readonly Path[]): void;
}

export const coverPath = (list: CoverList, id: string): Path => pathOf(list, id, 'coverImage');

/** Whether the entry is still there. */
export const isCoverOf = (portfolio: Portfolio, path: Path): boolean =>
  (['projects', 'publishedWorks'] as const).some((list) =>
    portfolio[list].some(({ id }) => coverPath(list, id) === path),
  );

const brokenOff = 'The page was left before this picture had arrived. Please choose it again.';

/** The pictures of projects and works, each on its own way, whichever form is open. */
export function createCoverUploads(
  onCover: (list: CoverList, id: string, cover: NonNullable<Cover>) => void,
): CoverUploads {
  const $uploads = map<Record<Path, UploadState>>({});
  const running = new Map<Path, UploadStore>();

  function forget(path: Path): void {
    running.delete(path);
    const { [path]: _, ...others } = $uploads.get();
    $uploads.set(others);
  }

  function cancel(path: Path): void {
    running.get(path)?.cancel();
    forget(path);
  }

  async function start(list: CoverList, id: string, file: File | undefined): Promise<boolean> {
    const path = coverPath(list, id);
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
    forget(path);
    onCover(list, id, {
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
      if (list === 'projects' || list === 'publishedWorks') cancel(coverPath(list, id));
    },

    cancelAll() {
      for (const path of [...running.keys()]) cancel(path);
    },

    restore(interrupted) {
      const failure = { message: brokenOff, needsLogin: false };
      for (const path of interrupted)
        $uploads.setKey(path, { status: 'failed', name: '', fraction: 0, failure });
    },
  };
}
