declare namespace App {
  interface Locals {
    /** The origin of the site, as SITE_ORIGIN has it: `https://liftoff.example`. In a prerendered file of a build, its placeholder. */
    siteOrigin: string;
    /** The signed-in person; null for a visitor and on prerendered pages. */
    user: import('#lib/server/account/present-user.ts').User | null;
    /** The session that `user` was read from. */
    session: import('#lib/server/auth/session.ts').Session | null;
    /** The staff member's user id; on staff pages only. */
    staffId?: string;
    /** The staff member's role; on staff pages only. */
    staffRole?: import('#lib/server/db/schema/staff.ts').Role | undefined;
  }
}
