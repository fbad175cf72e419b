/**
 * Returns the answer to a challenge of the server. A worker computes it in about 0.3 s, so that the page stays usable. The
 * code is loaded when the first challenge arrives. [C-12]
 */
export async function solveProof(challenge: string): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}
