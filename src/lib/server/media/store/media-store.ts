/** Stores the bytes of uploads by the id of their row. All processes of the site share one store. */
export interface MediaStore {
  /** Stores a file of this machine, whole or not at all. The file at `path` is kept. */
  put(id: string, path: string, mimeType: string): Promise<void>;
  /** Returns the file, or null if there is none. */
  get(id: string): Promise<StoredFile | null>;
  /** Deletes the file. A missing one is no error. */
  delete(id: string): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}
