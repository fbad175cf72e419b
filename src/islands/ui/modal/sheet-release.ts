/** A position of the finger in pixels, and its time in milliseconds. */
export interface Sample {
  at: number;
  y: number;
}

/** Only samples of the last 100 ms count: a finger that stops before it lifts does not flick. */
const recent = 100;
const flick = 0.5;

/** Returns the speed in pixels per millisecond, downwards positive. */
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

/** Returns whether a release closes the sheet: after a flick, or a third of its height unless it moves back up. [APP-07] */
export function isClosingRelease({ distance, speed, height }: Release): boolean {
  if (distance <= 0 || speed < -0.1) return false;
  return speed > flick ? distance > 24 : distance > Math.min(160, height / 3);
}
