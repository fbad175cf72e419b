/** The numbers that this worker has handed out. */
let count = 0;
/** Differs from run to run, because a server may keep its data. The workers of a run share it. */
const run = Number(process.env.E2E_PORT ?? 0) * 30_011;
/** Prime and large, so that the numbers of a run are far apart: there are limits per beginning of a number. */
const step = 104_729_003;

/** Returns a number below `size` that no other test of this run gets. */
function nextUnder(size: number): number {
  count += 1;
  const ofAll = Number(process.env.TEST_WORKER_INDEX ?? 0) * 2000 + count;
  return Number((BigInt(run) + BigInt(ofAll) * BigInt(step)) % BigInt(size));
}

/** Returns an Indian mobile number that nobody has used. The demo data's begin with 98. */
export const unusedPhone = (): string => `9${100_000_000 + nextUnder(700_000_000)}`;

export const unusedBritishPhone = (): string => `7400${100_000 + nextUnder(899_999)}`;
