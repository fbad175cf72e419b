import { brochureFileName, brochurePath } from '#lib/domain/leads/brochure.ts';
import { getCompany, type Program } from '#lib/server/catalog/content/index.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { Attachment } from '#lib/server/messages/message.ts';

interface BrochureEmailOptions {
  program: Program;
  programSlug: string;
  siteOrigin: string;
}

interface BrochureEmail {
  subject: string;
  body: EmailTemplate;
  attachments: readonly Attachment[];
}

/**
 * Creates the email with the brochure. It contains nothing that a visitor typed, so that nobody can send their own words
 * through us. [API-51]
 */
export function brochureEmail({ program, programSlug, siteOrigin }: BrochureEmailOptions): BrochureEmail {
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
    footnote: `You get this email because somebody entered your address at ${new URL(siteOrigin).host}. A counsellor may also contact you about the programme. If you do not want that, write to ${getCompany().email}.`,
  };
  return {
    subject: template.title,
    body: template,
    attachments: [{ fileName: brochureFileName(programSlug), document: `brochure/${programSlug}` }],
  };
}
