/** A source of pictures for the image proxy: `content/…` or `media/…`. [C-34] */
export interface ImageSource {
  /** Finds the picture of an id that a visitor sent, or null. */
  find(id: string): Promise<SourceImage | null>;
}

export interface SourceImage {
  /** Changes with the bytes. It is part of the cache key and the ETag. */
  version: string;
  /** The bytes of this id never change, such as those of an upload. */
  isImmutable?: boolean;
  /** A picture of ours from a reviewed change. Only such a source may be an SVG (C-32). */
  isTrusted?: boolean;
  /** A person has chosen this square already, so a thumbnail shows all of it. */
  isFramed?: boolean;
  /** Size in bytes. */
  size: number;
  read(): Promise<Uint8Array>;
}
