/** Where a finger was, and when (both in the page's own units: px and ms). */
export interface Sample {
  at: number;
  y: number;
}

/** Only the last moments count: who stops before letting go does not flick. */
const recent = 100;
const flick = 0.5;

/** Pixels per millisecond, downwards positive. */
export function speedOf(samples: readonly Sample[]): number {
  const last = samples.at(-1);
  const first = samples.find(({ at }) => last && last.at - at <= recent);
  return last && first && last.at > first.at ? (last.y - first.y) / (last.at - first.at) : 0;
}

interface Release {
  distance: number;
  speed: number;
  height: number;
}

/** APP-07: a flick closes a sheet, and so does pulling it a third of its height, unless it is on its way back. */
export function isClosingRelease({ distance, speed, height }: Release): boolean {
  if (distance <= 0 || speed < -0.1) return false;
  return speed > flick ? distance > 24 : distance > Math.min(160, height / 3);
}
