/**
 * A program for tests of the supervisor: adds a line with its argumentless call to SMALL_PROGRAM_FILE, or fails when
 * there is none.
 */
import { appendFileSync } from 'node:fs';

const { SMALL_PROGRAM_FILE, COMMANDS_URL } = process.env;
if (!SMALL_PROGRAM_FILE) {
  process.stderr.write('没有要写的文件\n');
  process.exit(1);
}
appendFileSync(SMALL_PROGRAM_FILE, `${COMMANDS_URL ?? ''}\n`);
