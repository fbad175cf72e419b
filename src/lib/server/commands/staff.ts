import type { Db } from '#lib/server/db/index.ts';
import { migrate } from '#lib/server/db/index.ts';
import { grantRole, listStaff, RoleError, revokeRoles } from '#lib/server/staff/grant-role.ts';
import { withDatabase } from './with-database.ts';

const usage = `Say what to do:
  npm run staff -- grant +919876543210          opens /staff/ to this person
  npm run staff -- grant-admin +919876543210    also opens /staff/people/, where roles are granted
  npm run staff -- revoke +919876543210
  npm run staff -- list`;

await withDatabase(async (db) => {
  const [verb = '', phone = '', role = 'staff'] = process.argv.slice(2);
  await migrate(db);
  try {
    return await run(db, verb, phone, role);
  } catch (error) {
    if (!(error instanceof RoleError)) throw error;
    process.exitCode = 1;
    return error.message;
  }
});

async function run(db: Db, verb: string, phone: string, role: string): Promise<string> {
  if (verb === 'grant' && (role === 'staff' || role === 'admin')) return grantRole(db, phone, role);
  if (verb === 'grant-admin') return grantRole(db, phone, 'admin');
  if (verb === 'revoke') return revokeRoles(db, phone);
  if (verb === 'list') {
    const staff = await listStaff(db);
    return staff.map(({ phone, role, name }) => `${phone}  ${role}  ${name}`).join('\n') || 'Nobody yet.';
  }
  throw new RoleError(usage);
}
