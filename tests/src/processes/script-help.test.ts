import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { describe, expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const launched = Object.entries(scripts).filter(([, command]) => command.startsWith('node '));

describe('--help', () => {
  it.each(launched)('of npm run %s says how it is used, and starts nothing', async (name, command) => {
    const [, ...args] = command.split(' ');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args, '--help'], { cwd: projectRoot });
    expect(stderr).toBe('');
    expect(stdout).toMatch(new RegExp(`^用法：npm (run )?${name}( --.*)?\n.+\n`));
    expect(stdout).not.toContain('没有更多说明');
  });

  it('of every other script is that of the tool which came through npm', () => {
    const tools = Object.entries(scripts)
      .filter(([, command]) => !command.startsWith('node '))
      .map(([, command]) => command.split(' ')[0]);
    expect(new Set(tools)).toEqual(new Set(['vitest', 'tsc', 'oxlint', 'oxfmt']));
  });
});
