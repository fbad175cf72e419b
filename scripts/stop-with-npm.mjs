// @ts-check

/**
 * npm hands SIGTERM to the shell that it runs a script in, and the shell dies without handing it on: the server
 * would go on alone and hold its port and its data folder. So it ends itself when that shell has gone.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
