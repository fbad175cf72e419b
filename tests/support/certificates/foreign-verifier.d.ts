/** The parts of the other organisation's libraries that tests use. They have no types of their own. */

declare module '@digitalcredentials/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object });
  }
}

declare module '@digitalcredentials/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalcredentials/vc' {
  interface Failure {
    message: string;
    errors?: Failure[];
  }
  interface CheckResult {
    verified: boolean;
    error?: Failure;
  }
  export function verifyCredential(options: object): Promise<CheckResult>;
  export function defaultDocumentLoader(url: string): Promise<object>;
}

declare module '@digitalcredentials/vc-bitstring-status-list' {
  export function checkStatus(
    options: object,
  ): Promise<{ verified: boolean; results?: { verified: boolean }[] }>;
}
