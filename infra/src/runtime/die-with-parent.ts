/**
 * Preloaded (`node --import`) into children that do not use `runService`: when the parent is gone, however it ended,
 * its IPC channel closes and the child ends like after SIGTERM, or at once when that takes too long. So nothing is left
 * behind holding ports and files.
 */
const longestMs = 15_000;

if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), longestMs).unref();
  });
  process.channel.unref();
}
