import type { Stage, StageKind } from './job.ts';

/** The way of an application through a job: its stages in order. */

export const kindOf = (stages: readonly Stage[], stageKey: string): StageKind | null =>
  stages.find(({ key }) => key === stageKey)?.kind ?? null;

export function stageAfter(stages: readonly Stage[], stageKey: string): Stage | null {
  const at = stages.findIndex(({ key }) => key === stageKey);
  return at === -1 ? null : (stages[at + 1] ?? null);
}

/** Why an application could not go the way of these stages; null where it can. */
export function stagesProblem(stages: readonly Stage[]): string | null {
  if (stages[0]?.kind !== 'FORM') return 'The first stage is the application form.';
  if (stages.at(-1)?.kind !== 'OFFER') return 'The last stage is the offer.';
  if (stages.slice(1, -1).some(({ kind }) => kind === 'FORM' || kind === 'OFFER'))
    return 'A job has one application form and one offer.';
  return new Set(stages.map(({ key }) => key)).size < stages.length ? 'Two stages have the same key.' : null;
}

/**
 * Why these stages may not take the place of others while applications go their way; null where they may. Whoever is
 * under way keeps the way behind them and the stage they are in; what a stage is, it stays, since times are kept by its
 * key.
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
