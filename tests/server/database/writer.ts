// Tests run this in its own process. It opens the database in DATA_DIR and prints that it is open. With WRITE=1 it
// inserts
// rows for ever and prints each number after its commit.
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
