import { recordAudit } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';
import { handOverWork } from './people/hand-over-work.ts';

/** Grants and revokes roles on the command line, which makes the first admin. Admins do it in staff/people/. */

export interface StaffMember {
  id: string;
  name: string;
  phone: string;
  role: Role;
}

/** Says why a role cannot be granted or revoked, as a sentence for the terminal. */
export class RoleError extends Error {}

/** Grants a role to the owner of a verified number and returns a sentence for the terminal. Throws RoleError. */
export async function grantRole(db: Db, phone: string, role: Role): Promise<string> {
  const person = await requirePerson(db, phone);
  return db.transaction().execute(async (trx) => {
    const granted = await trx
      .insertInto('userRole')
      .values({ userId: person.id, role })
      .onConflict((conflict) => conflict.doNothing())
      .returning('userId')
      .executeTakeFirst();
    if (!granted) return `${person.firstName} (${phone}) has the role ${role} already.`;
    await auditRole(trx, person.id, 'role.GRANT', role);
    return `${person.firstName} (${phone}) has the role ${role} now: /staff/ is there for them.`;
  });
}

/** Revokes all roles of the owner of a verified number, whose work nobody owns then, and returns a sentence for the terminal. Throws RoleError. */
export async function revokeRoles(db: Db, phone: string): Promise<string> {
  const person = await requirePerson(db, phone);
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('userRole')
      .where('userId', '=', person.id)
      .returning('role')
      .execute();
    if (!taken.length) return `${person.firstName} (${phone}) has no role.`;
    for (const { role } of taken) await auditRole(trx, person.id, 'role.REVOKE', role);
    const { applications, leads, interviews, freeTimes } = await handOverWork(
      trx,
      null,
      person.id,
      person.id,
      null,
    );
    const work =
      `Without an owner now: applications ${applications}, leads ${leads}. ` +
      `Without an interviewer: interviews ${interviews}. Withdrawn: free interview times ${freeTimes}.`;
    return `${person.firstName} (${phone}) has no role any more, from their next click on. ${work}`;
  });
}

export async function listStaff(db: Db): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('userRole')
    .innerJoin('appUser', 'appUser.id', 'userRole.userId')
    .select(['appUser.id', 'firstName', 'lastName', 'phoneE164', 'role'])
    .orderBy('firstName')
    .orderBy('role')
    .execute();
  return rows.map(({ id, firstName, lastName, phoneE164, role }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(' '),
    phone: phoneE164,
    role,
  }));
}

async function requirePerson(db: Db, phone: string) {
  if (!/^\+[1-9]\d{6,14}$/.test(phone))
    throw new RoleError(`${phone || 'Nothing'} is no number: write it with its country code, +919876543210.`);
  const person = await db
    .selectFrom('appUser')
    .select(['id', 'firstName'])
    .where('phoneE164', '=', phone)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!person)
    throw new RoleError(
      `Nobody has verified the number ${phone}. Sign up with it on the site first, then run this again.`,
    );
  return person;
}

/** Records the change under the person's own name, because nobody is signed in on a command line. */
const auditRole = (trx: Db, userId: string, action: string, role: Role) =>
  recordAudit(trx, {
    actorId: userId,
    action,
    subjectType: 'role',
    subjectId: userId,
    details: { role, by: 'command line' },
  });
