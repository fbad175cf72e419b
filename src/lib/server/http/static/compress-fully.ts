import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file in each encoding in which it is smaller. */
export interface Encodings {
  identity: Buffer<ArrayBuffer>;
  br?: Buffer<ArrayBuffer>;
  gzip?: Buffer<ArrayBuffer>;
}

/** Compresses a file that is sent many times, with the best levels: Brotli 11 and gzip 9. */
export async function compressFully(identity: Buffer<ArrayBuffer>): Promise<Encodings> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return {
    identity,
    ...(br.length < identity.length && { br: Buffer.from(br) }),
    ...(gz.length < identity.length && { gzip: Buffer.from(gz) }),
  };
}
