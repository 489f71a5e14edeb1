import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callerPathVariable,
  notesVariable,
  programIfThere,
  shell,
  whereThereIs,
} from '@jwxt/infra/testing/programs.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bareEnvironment } from './bare-environment.ts';

/** In pieces, so that the architecture check of this file does not find what only the planted programs do. */
const lookUp = `command ${'-v'} soffice`;

let folder: string;
/** A machine whose programs lie elsewhere: an office program, and a shell and a coreutil that are others than ours. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-bare-'));
  for (const [place, name, says] of [
    ['elsewhere', 'soffice', 'office'],
    ['elsewhere', 'cat', 'cat'],
    ['first', 'sh', 'shell'],
  ] as const) {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, name), `#!${shell().path}\necho ${says} "$(${lookUp} || echo alone)"\n`);
    await chmod(join(folder, place, name), 0o755);
  }
  await writeFile(join(folder, 'first', 'soffice'), 'no program: it may not be executed');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const callerPath = () => `${join(folder, 'first')}:${join(folder, 'elsewhere')}`;
const bare = () => bareEnvironment({ PATH: callerPath(), LANG: 'C' }, join(folder, 'bin'), projectRoot);

describe('the environment in which the tests run', () => {
  it('finds Node, the shell and coreutils wherever they lie, and nothing else', async () => {
    expect(await bare()).toEqual({ PATH: join(folder, 'bin'), LANG: 'C', [callerPathVariable]: callerPath() });
    expect((await readdir(join(folder, 'bin'))).toSorted()).toEqual(['cat', 'node', 'sh']);
    vi.stubEnv('PATH', join(folder, 'bin'));
    expect((await shell().run([])).stdout).toBe('shell alone\n');
  });

  it('needs a shell, and says so', async () => {
    await rm(join(folder, 'first', 'sh'));
    await expect(bare()).rejects.toThrow('没有 sh');
  });

  it('lets an optional program be found on the path of the caller alone, with what lies beside it', async () => {
    for (const [name, value] of Object.entries(await bare())) vi.stubEnv(name, value);
    const office = programIfThere(['libreoffice', 'soffice']);
    expect(office?.path).toBe(join(folder, 'elsewhere', 'soffice'));
    expect((await office!.run([])).stdout).toBe(`office ${join(folder, 'elsewhere', 'soffice')}\n`);
    expect((await shell().run([], { env: office!.around })).stdout).toBe(
      `shell ${join(folder, 'elsewhere', 'soffice')}\n`,
    );
  });

  it('registers what needs an optional program where it is there, and notes it once where it is not', async () => {
    const notes = join(folder, 'notes');
    for (const [name, value] of Object.entries({ ...(await bare()), [notesVariable]: notes })) vi.stubEnv(name, value);
    const registered: string[] = [];
    const proves = `没有检验（${folder}）`;
    for (const name of ['soffice', 'gnumeric', 'gnumeric'])
      whereThereIs([name], proves, ({ path }) => registered.push(path));
    expect(registered).toEqual([join(folder, 'elsewhere', 'soffice')]);
    expect(await readFile(notes, 'utf8')).toBe(`本机没有 gnumeric：${proves}\n`);
  });
});
