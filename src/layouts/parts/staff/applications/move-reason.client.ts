import { requiresReason } from '#lib/domain/staff/staff-actions.ts';

/** Requires the reason of a move in its field, where the chosen action needs one. */
const form = document.querySelector<HTMLFormElement>('[data-move-form]');
const action = form?.querySelector<HTMLSelectElement>('[name="action"]');
const reason = form?.querySelector<HTMLSelectElement>('[name="reasonCode"]');

function update(): void {
  if (action && reason) reason.required = requiresReason(action.value);
}

action?.addEventListener('change', update);
update();
