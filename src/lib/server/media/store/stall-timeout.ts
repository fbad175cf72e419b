type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Returns the same stream with a timeout: it fails when the next chunk takes longer than `ms` after its reader asked for one
 * (C-41). It ends after the announced number of bytes, because a service may have closed the connection of a slow reader.
 */
export function withStallTimeout(
  source: ReadableStream<Bytes>,
  { bytes, ms }: { bytes: number; ms: number },
): ReadableStream<Bytes> {
  const reader = source.getReader();
  let read = 0;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await rejectAfter(ms, reader.read()).catch(async (error) => {
          // Without this the connection would stay open although nobody reads it.
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

async function rejectAfter<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the media store stopped in the middle of a file')), ms);
  });
  try {
    return await Promise.race([promise, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
