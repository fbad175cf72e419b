declare namespace App {
  interface Locals {
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
