import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiAnswer, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';

export type Slots =
  ApiAnswer<'GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/'>;
export type SlotDay = Slots['days'][number];
export type Slot = SlotDay['slots'][number];

export interface SlotsStore {
  /** Null until they are there. */
  $slots: ReadableAtom<Slots | null>;
  $isLoading: ReadableAtom<boolean>;
  $isBooking: ReadableAtom<boolean>;
  /** The day that is looked at, and the time chosen on it. */
  $day: ReadableAtom<SlotDay | null>;
  $chosen: ReadableAtom<Slot | null>;
  $failure: ReadableAtom<Failure | null>;
  /** Counts up whenever something was faster and fresh times are shown. */
  $lost: ReadableAtom<number>;
  load(): Promise<void>;
  showDay(date: string): void;
  choose(slotId: string): void;
  /** True when the new time is sure; until then the old one is kept. */
  book(reason: string): Promise<boolean>;
}

/** API-43: the free times of one interview, by day of the candidate's zone. */
export function createSlots(jobApplicationId: string): SlotsStore {
  const params = { jobApplicationId };
  const $slots = atom<Slots | null>(null);
  const $isLoading = atom(false);
  const $isBooking = atom(false);
  const $date = atom<string | null>(null);
  const $slotId = atom<string | null>(null);
  const $failure = atom<Failure | null>(null);
  const $lost = atom(0);
  const $day = computed(
    [$slots, $date],
    (slots, date) => slots?.days.find((day) => day.date === date) ?? slots?.days[0] ?? null,
  );
  const $chosen = computed([$day, $slotId], (day, id) => day?.slots.find((slot) => slot.id === id) ?? null);

  async function load(): Promise<void> {
    if ($isLoading.get()) return;
    $isLoading.set(true);
    $failure.set(null);
    try {
      $slots.set(
        await api('GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/', {
          params,
        }),
      );
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: false }));
    }
    $isLoading.set(false);
  }

  async function book(reason: string): Promise<boolean> {
    const slot = $chosen.get();
    if (!slot || $isBooking.get()) return false;
    $isBooking.set(true);
    $failure.set(null);
    try {
      await api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/', {
        params,
        body: {
          slotId: slot.id,
          currentSlotId: $slots.get()?.current?.id ?? null,
          ...(reason ? { reason } : {}),
        },
      });
      return true;
    } catch (error) {
      $failure.set(failureOf(error, { isTyped: false }));
      await refreshAfter(error);
      return false;
    } finally {
      $isBooking.set(false);
    }
  }

  /** How things stand comes with the refusal itself; for a time that has passed it is asked for. */
  async function refreshAfter(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) return;
    const slots = $slots.get();
    const days = error.body?.days as SlotDay[] | undefined;
    if (error.errorCode === 'STALE_WRITE') $slots.set(error.body?.current as Slots);
    else if (error.errorCode === 'SLOT_TAKEN' && slots && days) $slots.set({ ...slots, days });
    else if (error.errorCode === 'SLOT_IN_PAST' || error.errorCode === 'SLOT_INVALID') await reload();
    else return;
    $slotId.set(null);
    $lost.set($lost.get() + 1);
  }

  /** Without forgetting why. */
  async function reload(): Promise<void> {
    const why = $failure.get();
    await load();
    $failure.set($failure.get() ?? why);
  }

  return {
    $slots,
    $isLoading,
    $isBooking,
    $day,
    $chosen,
    $failure,
    $lost,
    load,
    book,
    showDay(date) {
      $date.set(date);
      $slotId.set(null);
    },
    choose: (slotId) => $slotId.set(slotId),
  };
}
