type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The same stream, which fails when it leaves its reader without a next piece for so long (C-41). It ends with the last of
 * the bytes that were announced: by then the service may have closed a connection whose reader was slow.
 */
export function withPieceLimit(
  source: ReadableStream<Bytes>,
  { bytes, ms }: { bytes: number; ms: number },
): ReadableStream<Bytes> {
  const reader = source.getReader();
  let read = 0;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await within(ms, reader.read()).catch(async (error) => {
          // Or the connection stays open for what nobody waits for.
          reader.cancel(error).catch(() => undefined);
          throw error;
        });
        if (done) return controller.close();
        controller.enqueue(value);
        read += value.length;
        if (read !== bytes) return;
        controller.close();
        reader.cancel().catch(() => undefined);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('the media store stopped in the middle of a file')), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
