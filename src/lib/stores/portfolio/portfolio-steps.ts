import { ApiError } from '#lib/client/api-error.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import { fetchOwnPortfolio, sendWrite } from './portfolio-calls.ts';
import { refusalsOf, settleDraft } from './portfolio-settle.ts';
import type { PortfolioState } from './portfolio-state.ts';
import { nextWrite, type Write } from './portfolio-writes.ts';

export interface Steps {
  /** Null when all that can be sent is saved. */
  next(): Write | null;
  /** One call. @throws what another value would not mend */
  step(): Promise<void>;
  /** Somebody else wrote: what they did comes to what is typed here. */
  catchUp(): Promise<unknown>;
  /** The person went on: what was sent last may be sent again. */
  forgetLatest(): void;
}

/** Brings what is saved nearer to the draft, one call at a time. */
export function createSteps({ $saved, $draft, $refusals, $reading, absorb }: PortfolioState): Steps {
  let latest: Write | null = null;
  const next = (): Write | null => nextWrite($saved.get(), $reading.get().wanted);

  async function step(): Promise<void> {
    const write = next();
    if (!write) return;
    const [saved, wanted] = [$saved.get(), $reading.get().wanted];
    // Taken, yet the answer tells otherwise: asking again would go on for ever.
    if (isSame(write, latest)) return refuse(write, wanted, new ApiError(400, null));
    try {
      const written = await sendWrite(write, saved);
      const now = $reading.get().wanted;
      $saved.set(written.saved);
      $draft.set(settleDraft({ ...written, draft: $draft.get(), wanted: now, write }));
      latest = write;
      if (write.kind === 'DELETE') $refusals.set({});
      if (written.saved.version > saved.version + 1) await catchUp(null);
    } catch (error) {
      latest = null;
      await recover(error, write, wanted);
    }
  }

  async function recover(error: unknown, write: Write, wanted: Portfolio): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const { errorCode, status } = error;
    const isOfEntry = write.kind !== 'FIELDS' && write.kind !== 'CREATE';
    if (errorCode === 'STALE_WRITE' || (status === 404 && isOfEntry)) {
      const { version } = $saved.get();
      const theirs = await catchUp((error.body?.current as Portfolio | undefined) ?? null);
      if (theirs.version === version) throw error;
    } else if (isRefusal(error)) refuse(write, wanted, error);
    else throw error;
  }

  function refuse(write: Write, wanted: Portfolio, error: ApiError): void {
    const refused = refusalsOf(write, wanted, error);
    if (Object.keys(refused).length === 0) throw error;
    $refusals.set({ ...$refusals.get(), ...refused });
  }

  /** Somebody else wrote, this person in another tab for example. */
  async function catchUp(known: Portfolio | null): Promise<Portfolio> {
    const theirs = known ?? (await fetchOwnPortfolio());
    if (!theirs) throw new Error('The portfolio is gone');
    absorb($saved.get(), $draft.get(), theirs);
    return theirs;
  }

  return {
    next,
    step,
    catchUp: () => catchUp(null),
    forgetLatest() {
      latest = null;
    },
  };
}

/** What another value would mend; anything else is worth another try, or is final. */
function isRefusal({ status, errorCode }: ApiError): boolean {
  return status === 400 || errorCode === 'SLUG_TAKEN' || errorCode === 'LIMIT_REACHED';
}
