/** Where the bytes of uploads are kept, by the id of their row. Every process of the site sees the same store. */
export interface MediaStore {
  /** Whole or not at all. `path` is a file of this machine, which stays. */
  put(id: string, path: string, mimeType: string): Promise<void>;
  /** Null when there is none. */
  get(id: string): Promise<StoredFile | null>;
  /** One that is not there is gone already. */
  delete(id: string): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}
