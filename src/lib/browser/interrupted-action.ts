/**
 * What a person was about to do when they were asked to sign in. Plain data, so that it outlives a reload:
 * press the same control again (a link, a button, or a form, which is sent), or go to a page of this site.
 */
export type InterruptedAction = { type: 'PRESS'; selector: string } | { type: 'VISIT'; path: string };

export function finishInterrupted(action: InterruptedAction): void {
  if (action.type === 'VISIT') visit(action.path);
  else press(document.querySelector<HTMLElement>(action.selector));
}

function press(control: HTMLElement | null): void {
  if (control instanceof HTMLFormElement) control.requestSubmit();
  else control?.click();
}

/** Never to another host, whatever a browser reads into slashes, backslashes and tabs. */
function visit(path: string): void {
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : null;
  if (url?.origin === location.origin) location.assign(url.href);
}
