import type { Migration } from 'kysely/migration';
import * as accounts from './001-accounts.ts';
import * as messages from './002-messages.ts';
import * as jobs from './003-jobs.ts';
import * as sessions from './004-sessions.ts';
import * as leads from './010-leads.ts';
import * as mailboxes from './011-mailboxes.ts';
import * as portfolios from './020-portfolios.ts';
import * as media from './021-media.ts';
import * as moonshot from './030-moonshot.ts';
import * as staff from './031-staff.ts';

/**
 * Migrations in the order of their names. A migration that has run anywhere must not be edited; add a new one
 * instead.
 */
export const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-messages': messages,
  '003-jobs': jobs,
  '004-sessions': sessions,
  '010-leads': leads,
  '011-mailboxes': mailboxes,
  '020-portfolios': portfolios,
  '021-media': media,
  '030-moonshot': moonshot,
  '031-staff': staff,
};
