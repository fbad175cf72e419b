/** Returns a wait as a person says it, rounded up: `1 minute`, `59 minutes`, `1 hour`, `24 hours`. [C-12] */
export function waitText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 120 && minutes !== 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
