import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Solves the challenge that the page posts, base64 of JSON, and posts the answer in the same form. [C-12] */
addEventListener('message', async ({ data }: MessageEvent<string>) => {
  const challenge = JSON.parse(atob(data));
  const solution = await solveChallenge({ challenge, deriveKey });
  postMessage(btoa(JSON.stringify({ challenge, solution })));
});
