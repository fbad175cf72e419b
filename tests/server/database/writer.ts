// Run by tests in a process of its own: opens the database in DATA_DIR, says so, and with WRITE=1 writes rows
// for ever, printing each number once its commit was acknowledged.
import { migrate, openDatabase } from '#lib/server/db/index.ts';

const { db } = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR ?? '' });
await migrate(db);
console.log('open');
for (let number = Number(process.env.FROM ?? 0); process.env.WRITE; number += 1) {
  await db
    .insertInto('rateCounter')
    .values({ key: `row ${number}`, count: number, expiresAt: new Date() })
    .execute();
  console.log(number);
}
setInterval(() => {}, 1000);
