import { migrate } from '#lib/server/db/index.ts';
import { createLog } from '#lib/server/log.ts';
import {
  sendTestMessage,
  type TestMedium,
  TestMessageError,
} from '#lib/server/staff/messages/send-test-message.ts';
import { withDatabase } from './with-database.ts';

const usage = `Say whom to write to, an admin's own number or email:
  npm run messages -- test +919876543210             by SMS
  npm run messages -- test +919876543210 call        by a call
  npm run messages -- test +919876543210 whatsapp
  npm run messages -- test asha@example.com          by email`;

const mediaByWord: Record<string, TestMedium> = { sms: 'SMS', call: 'VOICE_CALL', whatsapp: 'WHATSAPP' };

await withDatabase(async (db, config) => {
  await migrate(db);
  const [verb, to = '', word = 'sms'] = process.argv.slice(2);
  const medium = to.includes('@') ? 'EMAIL' : mediaByWord[word];
  try {
    if (verb !== 'test' || !to || !medium) throw new TestMessageError(usage);
    const log = createLog('silent');
    return (await sendTestMessage({ db, config, log }, { to, medium })).join('\n');
  } catch (error) {
    if (!(error instanceof TestMessageError)) throw error;
    process.exitCode = 1;
    return error.message;
  }
});
