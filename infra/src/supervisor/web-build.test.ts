import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putInPlace } from './web-build.ts';

let folder: string;
let dist: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-pages-'));
  dist = join(folder, 'dist');
});
afterEach(() => rm(folder, { recursive: true }));

/** Pages as a builder leaves them: a file of its own, and the stamp of their sources. */
async function pages(place: string, name: string, stamp: string): Promise<string> {
  await mkdir(join(place, 'assets'), { recursive: true });
  await writeFile(join(place, 'assets', `${name}.js`), name);
  await writeFile(join(place, '.sources'), stamp);
  return place;
}

describe('built pages', () => {
  it('take the place of the former ones, or of none', async () => {
    for (const name of ['first', 'second']) {
      await putInPlace(await pages(`${dist}.1`, name, name), dist);
      expect(await readdir(join(dist, 'assets'))).toEqual([`${name}.js`]);
    }
    expect(await readdir(folder)).toEqual(['dist']);
  });

  it.each([
    ['the same sources', () => 'new'],
    ['other sources', (name: string) => name],
  ])('of many builders at once from %s are those of one of them, whole', async (_which, stampOf) => {
    await pages(dist, 'former', 'old');
    const builders = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) => pages(`${dist}.${index}`, `b${index}`, stampOf(`b${index}`))),
    );
    await Promise.all(builders.map((beside) => putInPlace(beside, dist)));
    const [file = '', ...more] = await readdir(join(dist, 'assets'));
    expect([file, more]).toEqual([expect.stringMatching(/^b\d+\.js$/), []]);
    expect(await readFile(join(dist, '.sources'), 'utf8')).toBe(stampOf(file.replace('.js', '')));
    expect((await readdir(folder)).filter((name) => name.endsWith('.former'))).toEqual([]);
  });
});
