/**
 * Preloaded (`node --import`) into children that do not use `runService`: when the parent is gone, however it ended, its
 * IPC channel closes and the child ends like after SIGTERM. So nothing is left behind holding ports and files.
 */
if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
