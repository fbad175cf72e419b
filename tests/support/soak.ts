/** Whether long tests run at full length. `npm run soak` sets it; `npm test` runs a short form of each. */
export const isSoak = process.env.SOAK === '1';
