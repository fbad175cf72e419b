declare namespace App {
  interface Locals {
    /** The signed-in person; null for a visitor and on prerendered pages. */
    user: import('#lib/server/account/present-user.ts').User | null;
    /** What `user` was found by. */
    session: import('#lib/server/auth/session.ts').Session | null;
    /** Who of the staff reads this page; on pages of the staff alone. */
    staffId?: string;
  }
}
