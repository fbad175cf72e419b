import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';
import { isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** The address as it is kept (C-36). @throws HttpError LINK_INVALID */
export function requireLink(pasted: string, field = 'url'): string {
  const link = normaliseLink(pasted);
  if (link === null) throw new HttpError('LINK_INVALID', { fields: [field] });
  return link;
}

/** For `catch`: an address that another entry of the portfolio has already, named at its field. */
export function rethrowDuplicateLink(error: unknown): never {
  if (isUniqueViolation(error, 'portfolio_link_url') || isUniqueViolation(error, 'portfolio_work_url'))
    throw new HttpError('VALIDATION_FAILED', {
      message: 'This address is in your portfolio already',
      fields: ['url'],
    });
  throw error;
}
