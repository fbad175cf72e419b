import type {
  Certificate,
  Portfolio,
  PortfolioLink,
  Project,
  PublishedWork,
} from '#lib/contract/portfolio/portfolio-schemas.ts';
import { mediaSource } from '#lib/domain/media/media.ts';
import { findEmbedUrl } from '#lib/domain/portfolio/document-embed.ts';
import { slugOf } from '#lib/domain/portfolio/portfolio.ts';
import { calculateCompleteness } from '#lib/domain/portfolio/portfolio-completeness.ts';
import { defaultLinkLabel, detectLinkKind } from '#lib/domain/portfolio/portfolio-link.ts';
import { emailRecipientOf } from '#lib/server/account/email-recipient.ts';
import { presentAvatar } from '#lib/server/media/present-media.ts';
import type { LinkRow, PortfolioRow, ProjectRow, WorkRow } from './select-portfolios.ts';

/** Presents a row in the API's shape. Entries that the owner hid are left out for everybody else. */
export function presentPortfolio(
  row: PortfolioRow,
  { certificates, isOwner }: { certificates: Certificate[]; isOwner: boolean },
): Portfolio {
  const isShown = ({ visible }: { visible: boolean }) => isOwner || visible;
  const projects = row.projects.filter(isShown).map(presentProject);
  const portfolio = {
    id: row.id,
    slug: slugOf(row),
    owner: {
      firstName: row.firstName,
      lastName: row.lastName,
      avatar: presentAvatar(row.avatarMediaId),
    },
    isOwner,
    coverImage: presentCover(row.coverMediaId, row.cover),
    coverPosition: row.coverPosition,
    headline: row.headline,
    about: row.about,
    location: row.location,
    openTo: row.openTo,
    skills: row.skills,
    visibility: row.visibility,
    allowIndexing: row.allowIndexing,
    showEmail: row.showEmail,
    showPhone: row.showPhone,
    email: row.showEmail ? emailRecipientOf(row) : null,
    phone: row.showPhone ? row.phoneE164 : null,
    links: row.links.map(presentLink),
    projects,
    publishedWorks: row.works.filter(isShown).map(presentWork),
    experience: row.experience,
    education: row.education,
    certificates,
    featuredProjectId: projects.find(({ isFeatured }) => isFeatured)?.id ?? null,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
  return { ...portfolio, completeness: calculateCompleteness(portfolio) };
}

const presentLink = ({ id, url, label, position }: LinkRow): PortfolioLink => ({
  id,
  url,
  kind: detectLinkKind(url),
  label: label || defaultLinkLabel(url),
  order: position,
});

function presentProject({ coverMediaId, cover, position, ...row }: ProjectRow): Project {
  return {
    ...row,
    order: position,
    coverImage: presentCover(coverMediaId, cover),
    embedUrl: row.documentUrl === null ? null : findEmbedUrl(row.documentUrl),
  };
}

function presentWork({ coverMediaId, cover, position, ...row }: WorkRow): PublishedWork {
  return {
    ...row,
    order: position,
    coverImage: presentCover(coverMediaId, cover),
    embedUrl: findEmbedUrl(row.url),
  };
}

const presentCover = (mediaId: string | null, cover: ProjectRow['cover']): Project['coverImage'] =>
  mediaId && cover ? { mediaId, source: mediaSource(mediaId), ...cover } : null;
