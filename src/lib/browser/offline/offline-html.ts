/** How a kept page and the shell are shown without a connection. Both are HTML of ours that is changed as text. [APP-01] */

/** Returns a kept page with a note below its header that says when it was saved. */
export function addSavedNote(html: string, savedAt: Date): string {
  const time = new Intl.DateTimeFormat('en-IN', {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(savedAt);
  const note = `<div class="top-note"><p class="wrap" role="status">You are offline. This page was saved on ${time}.</p></div>`;
  return html.replace('</header>', () => `${note}</header>`);
}

/** A kept page that the offline page links to. */
export interface SavedPage {
  url: string;
  html: string;
}

/** Returns the shell with the message for a page that is not kept, and links to the pages that are. */
export function fillShell(shell: string, pages: readonly SavedPage[]): string {
  const links = pages.map(({ url, html }) => {
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
    const href = new URL(url).pathname.replaceAll('&', '&amp;').replaceAll('"', '%22');
    return `<li><a class="link" href="${href}">${title.replace(' · Liftoff', '')}</a></li>`;
  });
  return shell
    .replace(/<template data-offline>([\s\S]*?)<\/template>/, (_, message: string) => message)
    .replace(/<div data-saved hidden>([\s\S]*?)<ul><\/ul>/, (whole, title: string) =>
      links.length ? `<div>${title}<ul>${links.join('')}</ul>` : whole,
    );
}
