import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import { brochureFileName, brochurePath } from '#lib/domain/leads/brochure.ts';
import type { Program } from '#lib/server/catalog/content/index.ts';
import { type EmailTemplate, renderEmailHtml, renderEmailText } from '#lib/server/messages/email-template.ts';
import type { Message } from '#lib/server/messages/message.ts';

interface BrochureEmailOptions {
  program: Program;
  programSlug: BrochureProgram;
  to: string;
  siteOrigin: string;
}

/**
 * Creates the email with the brochure. It contains nothing that a visitor typed, so that nobody can send their own words
 * through us. [API-51]
 */
export function brochureEmail({ program, programSlug, to, siteOrigin }: BrochureEmailOptions): Message {
  const page = `${siteOrigin}/programs/${programSlug}/`;
  const template: EmailTemplate = {
    title: `The ${program.name} brochure`,
    paragraphs: [
      'Hello,',
      `Here is the brochure of ${program.name}, attached as a PDF. ${program.tagline}`,
      `In short: ${program.facts.audience}. ${program.facts.duration}. ${program.facts.format}.`,
    ],
    links: [
      { label: 'Open the brochure (PDF)', href: `${siteOrigin}${brochurePath(programSlug)}` },
      { label: 'See the next batch, or ask us to call you', href: page },
    ],
    footnote: `You get this mail because somebody asked for it with this address at ${new URL(siteOrigin).host}. If it was not you, there is nothing to do: we write no more because of it.`,
  };
  return {
    to,
    medium: 'EMAIL',
    subject: template.title,
    text: renderEmailText(template),
    html: renderEmailHtml(template),
    attachments: [{ fileName: brochureFileName(programSlug), document: `brochure/${programSlug}` }],
  };
}
