import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listPossibleMoves } from '#lib/domain/staff/staff-actions.ts';
import { createApplicationQueue, findNextMove, type QueueCard } from '#lib/stores/staff/application-queue.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const card = (
  id: string,
  actions: [string, boolean][] = [
    ['START_REVIEW', true],
    ['REJECT', true],
  ],
): QueueCard => ({
  id,
  number: `MS-26-0000${id}`,
  status: 'SUBMITTED',
  statusLabel: 'Submitted',
  candidate: { name: 'Meera Nair' },
  job: { code: 'C', title: 'Job', employerName: 'Employer' },
  stage: 'Review',
  submittedAt: null,
  replyDueAt: null,
  isAwaitingReply: false,
  isLate: false,
  city: 'Pune',
  unmetRules: [],
  owner: null,
  appointmentAt: null,
  moves: listPossibleMoves(actions.map(([action, enabled]) => ({ action, enabled }))),
});
const notes = { reasonCode: '', publicNote: '', privateNote: '' };

const call = 'POST /api/v1/staff/job-applications/move/';
const previewCall = 'POST /api/v1/staff/job-applications/preview-move/';
const movesPreview = {
  action: 'START_REVIEW',
  applications: [],
  failed: [],
  messages: { people: 2, names: ['Meera Nair'], texts: [] },
};

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

const selected = (queue: ReturnType<typeof createApplicationQueue>) =>
  [...queue.$selectedIds.get()].toSorted();

describe('selecting', () => {
  it('one application, a range, and all', () => {
    const queue = createApplicationQueue(['1', '2', '3', '4'].map((id) => card(id)));
    queue.toggle('2');
    queue.toggleTo('4');
    expect(selected(queue)).toEqual(['2', '3', '4']);
    queue.toggle('3');
    expect(selected(queue)).toEqual(['2', '4']);
    queue.toggleAll();
    expect(selected(queue)).toEqual(['1', '2', '3', '4']);
    queue.toggleAll();
    expect(selected(queue)).toEqual([]);
  });

  it('offers the actions that at least one of them allows, with their number', () => {
    const queue = createApplicationQueue([
      card('1'),
      card('2', [
        ['SHORTLIST', true],
        ['REJECT', true],
        ['HIRE', false],
      ]),
    ]);
    expect(queue.$availableMoves.get()).toEqual([]);
    queue.toggleAll();
    expect(queue.$availableMoves.get()).toEqual([
      { action: 'START_REVIEW', label: 'Start review', count: 1 },
      { action: 'SHORTLIST', label: 'Shortlist', count: 1 },
      { action: 'REJECT', label: 'Reject', count: 2 },
    ]);
  });
});

describe('moving', () => {
  it('[API-42] asks before several are moved, sends them once, updates those that moved, and shows the reason for the others', async () => {
    const queue = createApplicationQueue([card('1'), card('2')]);
    queue.toggleAll();
    browser.on(call, () =>
      json({
        moved: 1,
        results: [
          {
            application_id: '1',
            number: 'MS-26-00001',
            ok: true,
            application: { id: '1', status: 'IN_REVIEW', allowed_actions: [] },
            error: null,
          },
          {
            application_id: '2',
            number: 'MS-26-00002',
            ok: false,
            application: null,
            error: { error_code: 'INVALID_STATE', message: 'It stands elsewhere.' },
          },
        ],
      }),
    );
    browser.on(previewCall, () => json(movesPreview));
    expect(await queue.move('START_REVIEW', notes)).toBe(false);
    queue.cancel();
    expect([queue.$pending.get(), browser.sentTo(call)]).toEqual([null, []]);
    await queue.move('START_REVIEW', notes);
    expect(queue.$pending.get()?.preview.messages.people).toBe(2);
    // The move is the one that was shown, whatever is selected since.
    queue.toggle('3');
    const both = [queue.confirm(), queue.confirm()];
    expect(await Promise.all(both)).toEqual([true, false]);
    expect(queue.$pending.get()).toBeNull();
    queue.toggle('3');
    expect(browser.sentTo(call)).toHaveLength(1);
    expect(browser.sentTo(call)[0]?.body).toMatchObject({
      application_ids: ['1', '2'],
      action: 'START_REVIEW',
      reason_code: null,
    });
    expect(queue.$cards.get()[0]?.status).toBe('IN_REVIEW');
    expect(selected(queue)).toEqual(['2']);
    expect(queue.$report.get()).toEqual({
      moved: 1,
      failed: [{ number: 'MS-26-00002', message: 'It stands elsewhere.' }],
      next: null,
    });
  });

  it('shows a failure and keeps the selection', async () => {
    const queue = createApplicationQueue([card('1')]);
    queue.toggle('1');
    browser.on(previewCall, () =>
      errorResponse(503, 'SERVICE_UNAVAILABLE', 'The service is busy. Try again in a moment.'),
    );
    expect(await queue.move('START_REVIEW', notes)).toBe(false);
    expect(queue.$failure.get()?.message).toBe('The service is busy. Try again in a moment.');
    expect(selected(queue)).toEqual(['1']);
    expect(queue.$isMoving.get()).toBe(false);
  });

  it('[API-42] asks before one is moved, from the selection and from its card, unless nobody is told', async () => {
    const queue = createApplicationQueue([card('1')]);
    const moved = { moved: 1, results: [] };
    let people = 1;
    browser.on(previewCall, () => json({ ...movesPreview, messages: { people, names: [], texts: [] } }));
    browser.on(call, () => json(moved));
    queue.toggle('1');
    expect(await queue.move('START_REVIEW', notes)).toBe(false);
    expect(queue.$pending.get()?.ids).toEqual(['1']);
    queue.cancel();
    expect(await queue.moveOne('1', 'START_REVIEW')).toBe(false);
    expect(browser.sentTo(call)).toEqual([]);
    expect(await queue.confirm()).toBe(true);
    people = 0;
    expect(await queue.moveOne('1', 'START_REVIEW')).toBe(true);
    expect([queue.$pending.get(), browser.sentTo(call).length]).toEqual([null, 2]);
  });

  it('a card’s button never ends an application', () => {
    expect(findNextMove(card('1'))).toEqual({ action: 'START_REVIEW', label: 'Start review' });
    expect(
      findNextMove(
        card('1', [
          ['HOLD', true],
          ['REJECT', true],
        ]),
      ),
    ).toBeNull();
    expect(
      findNextMove(
        card('1', [
          ['HIRE', false],
          ['SHORTLIST', true],
        ]),
      )?.action,
    ).toBe('SHORTLIST');
  });
});

describe('[API-42] a confirmed move', () => {
  it('sends the fingerprint of what was shown, and shows the new preview when it has changed', async () => {
    const queue = createApplicationQueue([card('1'), card('2')]);
    queue.toggleAll();
    let fingerprint = 'first';
    browser.on(previewCall, () =>
      json({ ...movesPreview, messages: { ...movesPreview.messages, fingerprint } }),
    );
    browser.on(call, () => errorResponse(409, 'STALE_WRITE', 'Nothing was sent.'));
    await queue.move('START_REVIEW', notes);
    fingerprint = 'second';
    expect(await queue.confirm()).toBe(false);
    expect(browser.sentTo(call)[0]?.body).toMatchObject({ fingerprint: 'first' });
    expect(queue.$pending.get()?.preview.messages.fingerprint).toBe('second');
    expect(queue.$failure.get()?.message).toBe('Nothing was sent.');
  });
});
