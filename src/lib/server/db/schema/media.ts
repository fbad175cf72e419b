import type { Generated } from 'kysely';

/** An uploaded file. The store has its bytes under its id; they never change. [C-32] */
export interface MediaTable {
  id: string;
  /** The owner; null once the account is deleted, so that the cleanup deletes the file. */
  userId: string | null;
  kind: 'IMAGE' | 'DOCUMENT';
  /** `image/webp`, `application/pdf`, or the media type of a Word file. */
  mimeType: string;
  /** The sender's file name, sanitised. */
  name: string;
  bytes: number;
  /** The size of an image in pixels. */
  width: number | null;
  height: number | null;
  isPublic: boolean;
  createdAt: Generated<Date>;
  /** The time when the cleanup first found no reference to it. */
  unusedSince: Date | null;
}

/** The number and size of a person's files. */
export interface MediaUsageTable {
  userId: string;
  files: number;
  bytes: number;
}

/**
 * A file of the store without a row in `media`, because it is being written or deleted, or a process died meanwhile.
 */
export interface OrphanFileTable {
  mediaId: string;
  since: Generated<Date>;
}

export interface MediaTables {
  media: MediaTable;
  mediaUsage: MediaUsageTable;
  strayFile: OrphanFileTable;
}
