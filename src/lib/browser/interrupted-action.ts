/**
 * The action that was interrupted by the request to sign in: a press on a control (a link, a button, or a
 * form, which is submitted) or a visit to a page of this site. It is plain data, so that it survives a
 * reload.
 */
export type InterruptedAction = { type: 'PRESS'; selector: string } | { type: 'VISIT'; path: string };

/** Does what the person was about to do. */
export function resumeInterruptedAction(action: InterruptedAction): void {
  if (action.type === 'VISIT') visit(action.path);
  else clickControl(document.querySelector<HTMLElement>(action.selector));
}

function clickControl(control: HTMLElement | null): void {
  if (control instanceof HTMLFormElement) control.requestSubmit();
  else control?.click();
}

/** Navigates within this site only, however a browser reads slashes, backslashes and tabs in the path. */
function visit(path: string): void {
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : null;
  if (url?.origin === location.origin) location.assign(url.href);
}
