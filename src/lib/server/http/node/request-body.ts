import type { IncomingMessage } from 'node:http';

/** Returns whether a request is an upload, the only one that may have a large body. [API-34] */
export const isUpload = ({ url, method }: IncomingMessage): boolean =>
  method === 'POST' && /^\/api\/v1\/upload\/(\?|$)/.test(url ?? '');

/** Reads a small body into memory. Rejects when the client disconnects first. */
export function readBody(req: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((done, failed) => {
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => done(new Uint8Array(Buffer.concat(chunks))));
    req.on('error', failed).on('close', failed);
  });
}

/**
 * Returns a body as a stream with back-pressure. Unlike with `Readable.toWeb`, cancelling it keeps the connection open,
 * because the response is still to be sent.
 */
export function streamBody(req: IncomingMessage): ReadableStream<Uint8Array> {
  let isOpen = true;
  const close = (act: () => void) => {
    if (isOpen) act();
    isOpen = false;
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      req.on('data', (chunk: Buffer) => {
        if (!isOpen) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) req.pause();
      });
      const gone = () => close(() => controller.error(new Error('The client went away')));
      req.on('end', () => close(() => controller.close()));
      req.on('error', gone).on('close', gone);
      req.pause();
    },
    pull() {
      req.resume();
    },
    cancel() {
      isOpen = false;
    },
  });
}
