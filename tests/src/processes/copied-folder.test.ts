import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let copy: string;
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'jwxt-copy-'));
  for (const file of ['package.json', 'infra/launch.mjs', 'infra/script-help.mjs'])
    await cp(join(projectRoot, file), join(copy, file));
  await cp(join(projectRoot, 'contracts'), join(copy, 'contracts'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  await mkdir(join(copy, 'node_modules/@jwxt'), { recursive: true });
  await writeFile(
    join(copy, 'infra/program.ts'),
    "import { weekText } from '@jwxt/contracts/kernel/week-text.ts';\n" +
      'process.stdout.write(weekText([1, 2, 4]) satisfies string);\n',
  );
});
afterEach(() => rm(copy, { recursive: true, force: true }));

/** Runs the launcher of the copy on a program that uses one of our packages. */
async function launched(): Promise<{ code: number; said: string }> {
  return await new Promise((resolve) => {
    execFile(process.execPath, ['infra/launch.mjs', 'infra/program.ts'], { cwd: copy }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

it('a copy of the folder that followed the links is refused in one sentence', async () => {
  await cp(join(copy, 'contracts'), join(copy, 'node_modules/@jwxt/contracts'), { recursive: true });
  const { code, said } = await launched();
  expect(code).toBe(1);
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(
        '^node_modules/@jwxt 中应是指向各工作区的链接.*' +
          '请在项目根目录执行 npm ci，或改用保留链接的方式复制（例如 cp -a）$',
      ),
    ),
  ]);
});

it('a copy that kept them as links runs', async () => {
  await symlink('../../contracts', join(copy, 'node_modules/@jwxt/contracts'), 'junction');
  expect(await launched()).toEqual({ code: 0, said: '1-2,4' });
});
