import { setTimeout as sleep } from 'node:timers/promises';
import { eventReminders } from '#lib/server/events/event-reminders.ts';
import {
  interviewReminders,
  trainingReminders,
} from '#lib/server/hiring/appointments/appointment-reminders.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { getRuntime } from '#lib/server/runtime.ts';

/**
 * A process that a test can kill. It sends reminders round after round instead of every minute, and delivers queued messages as
 * the server does. Prints a line when it begins.
 */
const { db, config, messages, log, close } = await getRuntime();
const sources = [interviewReminders, trainingReminders, eventReminders];
let isRunning = true;
process.on('SIGTERM', () => {
  isRunning = false;
});
process.stdout.write('listening 0\n');
while (isRunning) {
  await sendDueReminders({ db, config, messages, log }, sources);
  await sleep(10);
}
await close();
process.exit(0);
