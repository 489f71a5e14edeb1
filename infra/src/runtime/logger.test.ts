import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** What a program that logs like this has written by the time it is killed without a word. */
async function writtenBeforeKill(program: string): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { createLogger } from ${JSON.stringify(fileURLToPath(new URL('logger.ts', import.meta.url)))};
    const log = createLogger('test');
    ${program}
    process.kill(process.pid, 'SIGKILL');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString('utf8')));
  await once(child, 'close');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

it('a warning is written at once, with everything before it', async () => {
  expect(await writtenBeforeKill(`log.info('before'); log.child({ part: 'a' }).warn('careful');`)).toEqual([
    'before',
    'careful',
  ]);
  expect(await writtenBeforeKill(`log.error('broken'); log.info('after');`)).toEqual(['broken']);
});

it('secrets never reach a line', () => {
  const lines: string[] = [];
  const log = createLogger('test', { destination: { write: (line) => void lines.push(line) } });
  log.info(
    {
      password: 'p1',
      account: { token: 't1' },
      call: { headers: { cookie: 'c1' } },
      DATABASE_URL: 'postgres://u:p2@h/d',
    },
    'sign-in',
  );
  expect(lines.join('')).not.toMatch(/p1|t1|c1|p2/);
});
