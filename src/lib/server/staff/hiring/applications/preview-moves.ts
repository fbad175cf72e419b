import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { applicationMoveRoutes, MovesPreview } from '#lib/contract/staff/moves/application-moves.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import type { Handlers } from '#lib/server/context.ts';
import { loadApplications } from '#lib/server/hiring/application-aggregate.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { ReplacedMessage } from '#lib/server/messages/unit-of-work.ts';
import { formatPersonName } from '../../person-names.ts';
import { previewChange } from '../../previews/collect-messages.ts';
import { presentMessagePreview } from '../../previews/present-preview.ts';
import { attemptMove, type MoveDeps, toTransitionNotes } from './move-applications.ts';

type MoveInput = BodyOf<(typeof applicationMoveRoutes)['POST /api/v1/staff/job-applications/preview-move/']>;

export const applicationMoveHandlers: Handlers<keyof typeof applicationMoveRoutes> = {
  'POST /api/v1/staff/job-applications/preview-move/': ({ session, body, ...deps }) =>
    previewMoves(deps, session.user.id, body),
};

/**
 * Returns what a move of several applications would do: those that it would change, the reasons of the others, and every
 * text that it would send. Changes nothing. [API-42]
 */
async function previewMoves(
  deps: MoveDeps,
  staffId: string,
  { applicationIds, action, ...notes }: MoveInput,
): Promise<MovesPreview> {
  const ids = [...new Set(applicationIds)];
  const aggregates = new Map(
    (await loadApplications(deps.db, ids, null)).map((one) => [one.application.id, one]),
  );
  const applications: MovesPreview['applications'] = [];
  const failed: MovesPreview['failed'] = [];
  const messages: QueuedMessage[] = [];
  const replaced: ReplacedMessage[] = [];
  const unreached: string[] = [];
  for (const id of ids) {
    const aggregate = aggregates.get(id);
    const preview: QueuedMessage[] = [];
    const error = await attemptMove(
      deps.log,
      async (change) => {
        const previewed = await previewChange(deps, change);
        preview.push(...previewed.messages);
        replaced.push(...previewed.replaced);
        unreached.push(...previewed.unreached);
        return previewed.result;
      },
      { staffId, id, action, notes: toTransitionNotes(notes) },
    );
    const number = aggregate?.application.number ?? null;
    if (error || !aggregate || !number) {
      failed.push({ number, message: error?.message ?? 'There is no such application' });
      continue;
    }
    applications.push({ id, number, candidateName: formatPersonName(aggregate.person) });
    messages.push(...preview);
  }
  // Nothing is left out, because staff confirm every text.
  const limits = { maxNames: maxMoves, maxTexts: maxMoves, replaced, unreached };
  return {
    ...{ action, applications, failed },
    messages: await presentMessagePreview(deps.db, messages, limits),
  };
}
