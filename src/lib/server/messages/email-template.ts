import { escapeMarkup } from '#lib/domain/core/escape-markup.ts';
import { splitReferences } from '#lib/domain/core/text.ts';

/** The content of an email, from which both its text and its HTML part are rendered. */
export interface EmailTemplate {
  title: string;
  paragraphs: readonly string[];
  /** The first one is the main action and becomes a button. */
  links: readonly { label: string; href: string }[];
  /** Says why the reader gets this email. */
  footnote: string;
  /** The page that stops emails of this kind; null for one that cannot be turned off. */
  unsubscribeUrl?: string | null;
}

/** Renders the plain-text part of an email. */
export function renderEmailText({ paragraphs, links, footnote, unsubscribeUrl }: EmailTemplate): string {
  const linkLines = links.map(({ label, href }) => `${label}:\n${href}`);
  const stop = unsubscribeUrl ? `\n${unsubscribeLabel}:\n${unsubscribeUrl}` : '';
  return `${[...paragraphs, ...linkLines, 'Liftoff', `--\n${footnote}${stop}`].join('\n\n')}\n`;
}

/**
 * Renders the HTML part of an email as mail clients support it, with tables and inline styles. It loads
 * nothing, so nobody learns that it was opened. Its colours are those of the light scheme; mail clients
 * invert them for the dark one.
 */
export function renderEmailHtml({
  title,
  paragraphs,
  links: [main, ...others],
  footnote,
  unsubscribeUrl,
}: EmailTemplate): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeMarkup(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f0ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f0ea">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:16px;${font}">
<tr><td style="padding:24px 32px;background:#2a4bd7;border-radius:16px 16px 0 0;color:#ffffff;font-size:18px;font-weight:700">Liftoff</td></tr>
<tr><td style="padding:32px;color:#171a21;font-size:16px;line-height:26px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px">${renderText(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${renderText(text)}</p>`).join('\n')}
${main ? button(main) : ''}
${others.map(({ label, href }) => `<p style="margin:0 0 16px"><a href="${escapeMarkup(href)}" style="color:#2a4bd7">${escapeMarkup(label)}</a></p>`).join('\n')}
</td></tr>
<tr><td style="padding:16px 32px 32px;color:#565c69;font-size:13px;line-height:20px;border-top:1px solid #e2dfd6">${escapeMarkup(footnote)}${unsubscribeUrl ? unsubscribeLink(unsubscribeUrl) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Escapes text, and keeps the references in it in one line each. */
const renderText = (text: string): string =>
  splitReferences(text)
    .map((part) =>
      part.isReference
        ? `<span style="white-space:nowrap">${escapeMarkup(part.text)}</span>`
        : escapeMarkup(part.text),
    )
    .join('');

const font = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const button = ({ label, href }: { label: string; href: string }) =>
  `<p style="margin:8px 0 24px"><a href="${escapeMarkup(href)}" style="display:inline-block;padding:14px 24px;background:#2a4bd7;border-radius:12px;color:#ffffff;font-weight:700;text-decoration:none">${escapeMarkup(label)}</a></p>`;

const unsubscribeLabel = 'Stop these emails';

const unsubscribeLink = (href: string) =>
  `<br><a href="${escapeMarkup(href)}" style="color:#565c69">${unsubscribeLabel}</a>`;
