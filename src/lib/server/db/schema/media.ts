import type { Generated } from 'kysely';

/** An uploaded file. Its bytes are in the store under its id and never change (C-32). */
export interface MediaTable {
  id: string;
  /** Whose it is; null once the account is gone, and then nobody's but the cleaner's. */
  userId: string | null;
  kind: 'IMAGE' | 'DOCUMENT';
  /** `image/webp` or `application/pdf`. */
  mimeType: string;
  /** As the sender named it, cleaned. */
  name: string;
  bytes: number;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
  isPublic: boolean;
  createdAt: Generated<Date>;
  /** When the cleaner first found that nothing shows it. */
  unusedSince: Date | null;
}

/** The sums of a person's rows in `media`. */
export interface MediaUsageTable {
  userId: string;
  files: number;
  bytes: number;
}

/** A file of the store without a row in `media`: it is being written or deleted, or was when a process died. */
export interface StrayFileTable {
  mediaId: string;
  since: Generated<Date>;
}

export interface MediaTables {
  media: MediaTable;
  mediaUsage: MediaUsageTable;
  strayFile: StrayFileTable;
}
