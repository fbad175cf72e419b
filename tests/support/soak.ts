/** Whether long proofs run at full length: `npm run soak` does, `npm test` runs a short form of each. */
export const isSoak = process.env.SOAK === '1';
