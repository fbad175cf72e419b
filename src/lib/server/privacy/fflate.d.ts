/** The part of fflate 0.7 that we use. It has types, but its list of exports hides them. */
declare module 'fflate' {
  export class ZipPassThrough {
    constructor(name: string);
    push(part: Uint8Array, isLast?: boolean): void;
  }
  export class Zip {
    constructor(onPart: (error: Error | null, part: Uint8Array, isLast: boolean) => void);
    add(entry: ZipPassThrough): void;
    end(): void;
  }
  /** Returns the files of an archive by their names. */
  export function unzipSync(archive: Uint8Array): Record<string, Uint8Array>;
}
