/**
 * Runs PostgreSQL for a parent process and stops it when that parent is gone, however it ended: PostgreSQL itself would
 * go on for ever and hold the data folder. Argument: one JSON text, {@link GuardedProgram}.
 */
import { spawn } from 'node:child_process';

/** What the guard starts. */
export interface GuardedProgram {
  command: string;
  args: string[];
  env: Record<string, string>;
  uid?: number;
  gid?: number;
}

const fastShutdownMs = 8_000;

const program = JSON.parse(process.argv[2] ?? '') as GuardedProgram;
const child = spawn(program.command, program.args, {
  env: { ...process.env, ...program.env },
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(program.uid === undefined ? {} : { uid: program.uid }),
  ...(program.gid === undefined ? {} : { gid: program.gid }),
});

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  // SIGINT is PostgreSQL's fast shutdown; SIGQUIT ends it at once, and the next start recovers from the log.
  child.kill('SIGINT');
  setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs).unref();
}

process.on('disconnect', stop);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
