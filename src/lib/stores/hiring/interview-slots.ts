import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';

export type AvailableSlots =
  ApiResponse<'GET /api/v1/moonshot/job-applications/{jobApplicationId}/reschedule-interview/slots/'>;
export type SlotDay = AvailableSlots['days'][number];
export type Slot = SlotDay['slots'][number];

export interface InterviewSlotsStore {
  /** Null until they are loaded. */
  $slots: ReadableAtom<AvailableSlots | null>;
  $isLoading: ReadableAtom<boolean>;
  $isBooking: ReadableAtom<boolean>;
  /** The selected day and the slot selected on it. */
  $selectedDay: ReadableAtom<SlotDay | null>;
  $selectedSlot: ReadableAtom<Slot | null>;
  $failure: ReadableAtom<Failure | null>;
  /** Increases whenever a conflict replaced the shown slots. */
  $conflictCount: ReadableAtom<number>;
  load(): Promise<void>;
  selectDay(date: string): void;
  selectSlot(slotId: string): void;
  /** Books the selected slot. Resolves to true when it is booked; until then the old time stays. */
  book(reason: string): Promise<boolean>;
}

/** Creates the store of one interview's free slots, grouped by day in the candidate's time zone. [API-43] */
export function createInterviewSlots(jobApplicationId: string): InterviewSlotsStore {
  const params = { jobApplicationId };
  const $slots = atom<AvailableSlots | null>(null);
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
      await refreshAfterConflict(error);
      return false;
    } finally {
      $isBooking.set(false);
    }
  }

  /** Conflict errors carry the fresh slots. Only for a slot in the past they are loaded again. */
  async function refreshAfterConflict(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) return;
    const slots = $slots.get();
    const days = error.body?.days as SlotDay[] | undefined;
    if (error.errorCode === 'STALE_WRITE') $slots.set(error.body?.current as AvailableSlots);
    else if (error.errorCode === 'SLOT_TAKEN' && slots && days) $slots.set({ ...slots, days });
    else if (error.errorCode === 'SLOT_IN_PAST' || error.errorCode === 'SLOT_INVALID') await reload();
    else return;
    $slotId.set(null);
    $lost.set($lost.get() + 1);
  }

  /** Loads the slots again and keeps the failure that caused it. */
  async function reload(): Promise<void> {
    const why = $failure.get();
    await load();
    $failure.set($failure.get() ?? why);
  }

  return {
    $slots,
    $isLoading,
    $isBooking,
    $selectedDay: $day,
    $selectedSlot: $chosen,
    $failure,
    $conflictCount: $lost,
    load,
    book,
    selectDay(date) {
      $date.set(date);
      $slotId.set(null);
    },
    selectSlot: (slotId) => $slotId.set(slotId),
  };
}
