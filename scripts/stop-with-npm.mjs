// @ts-check

/**
 * Ends this process when the npm that started it has ended. npm sends SIGTERM only to the shell that runs the script, and the
 * shell does not forward it. Without this, the server would keep running and hold its port and its data folder.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
