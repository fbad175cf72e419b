/** Where pictures come from: `content/…`, `media/…`. What is no name of a source is refused (C-34). */
export interface ImageSource {
  /** The picture of an id, which a stranger may have made up; null when there is none. */
  find(id: string): Promise<SourceImage | null>;
}

export interface SourceImage {
  /** Changes with the bytes: part of the cache's key and of the ETag. */
  version: string;
  /** An id whose bytes never change, such as that of an upload. */
  immutable?: boolean;
  /** Ours, from a reviewed change: only such a source may be an SVG (C-32). */
  trusted?: boolean;
  /** A square that somebody has chosen already: a thumbnail shows all of it. */
  framed?: boolean;
  /** Of what `read` gives, in bytes. */
  size: number;
  read(): Promise<Uint8Array>;
}
