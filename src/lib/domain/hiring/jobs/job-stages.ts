import type { Stage, StageKind } from './job.ts';

/** A job's stages, in the order in which applications go through them. */

export const kindOf = (stages: readonly Stage[], stageKey: string): StageKind | null =>
  stages.find(({ key }) => key === stageKey)?.kind ?? null;

export function stageAfter(stages: readonly Stage[], stageKey: string): Stage | null {
  const at = stages.findIndex(({ key }) => key === stageKey);
  return at === -1 ? null : (stages[at + 1] ?? null);
}

/** Validates a job's stages. Returns why no application could go through them, or null. */
export function stagesProblem(stages: readonly Stage[]): string | null {
  if (stages[0]?.kind !== 'FORM') return 'The first stage is the application form.';
  if (stages.at(-1)?.kind !== 'OFFER') return 'The last stage is the offer.';
  if (stages.slice(1, -1).some(({ kind }) => kind === 'FORM' || kind === 'OFFER'))
    return 'A job has one application form and one offer.';
  return new Set(stages.map(({ key }) => key)).size < stages.length ? 'Two stages have the same key.' : null;
}

/**
 * Validates a change of stages while applications are open. Returns why it is not possible, or null. Stages that an
 * application has reached stay in place, and no stage changes its kind, because times are stored by its key.
 */
export function stageChangeProblem(
  before: readonly Stage[],
  after: readonly Stage[],
  /** Keys of the stages that open applications are in. */
  reached: readonly string[],
): string | null {
  if (!reached.length) return null;
  const furthest = Math.max(...reached.map((stageKey) => before.findIndex(({ key }) => key === stageKey)));
  const moved = before.findIndex(({ key }, index) => index <= furthest && after[index]?.key !== key);
  if (moved !== -1)
    return `Applications have come as far as “${before[furthest]?.title}”: the stages up to it stay in their places.`;
  const other = after.find(({ key, kind }) => (kindOf(before, key) ?? kind) !== kind);
  return other ? `Applications are under way: the stage [${other.key}] stays what it is.` : null;
}
