/** Runs each step, one after the other, also after one that fails. Throws an AggregateError of the failures at the end. */
export async function runAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed`);
}
