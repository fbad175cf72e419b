import { readConfig } from '#lib/server/config.ts';
import { openDatabase } from '#lib/server/db/index.ts';
import { eventReminders } from '#lib/server/events/event-reminders.ts';
import { createLog } from '#lib/server/log.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { openMessages } from '#lib/server/runtime.ts';

/** Sends the reminders of events that are due, in a process that a test can kill, and exits. */
const config = readConfig();
const { db, close } = await openDatabase(config);
const log = createLog('silent');
const messages = openMessages(config, db, log);
await sendDueReminders({ db, messages, config, log }, [eventReminders]);
await messages.close();
await close();
process.exit(0);
