import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Violation } from './import-check.ts';

/** Files that others hold the product to once they went out, and what to do instead of editing one. */
interface Released {
  readonly rule: string;
  readonly folder: string;
  readonly ending: string;
  readonly instead: string;
}

/**
 * Databases and backups everywhere know a migration by its name and text; logs everywhere hold events as their golden
 * files show them.
 */
const releasedFiles: readonly Released[] = [
  {
    rule: 'released-migration',
    folder: 'infra/migrations',
    ending: '.sql',
    instead: 'write the change as a new migration',
  },
  { rule: 'released-event', folder: 'contracts/golden', ending: '.json', instead: 'give the event another version' },
];

/**
 * Checks that no such file was renamed, edited or taken away after it went out: `released.txt` beside them has a line
 * for each, as `sha256sum` writes it.
 */
export async function checkReleased(root: string): Promise<Violation[]> {
  return (await Promise.all(releasedFiles.map((released) => checkFolder(root, released)))).flat();
}

async function checkFolder(root: string, { rule, folder, ending, instead }: Released): Promise<Violation[]> {
  const list = `${folder}/released.txt`;
  const listed = (await readFile(join(root, list), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const released = new Map(listed.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = new Set((await readdir(join(root, folder)).catch(() => [])).filter((name) => name.endsWith(ending)));
  const found: Violation[] = [];
  const report = (name: string, detail: string): void => void found.push({ rule, file: `${folder}/${name}`, detail });
  for (const name of present) {
    const checksum = createHash('sha256')
      .update((await readFile(join(root, folder, name), 'utf8')).replaceAll('\r\n', '\n'))
      .digest('hex');
    const before = released.get(name);
    if (before === undefined) report(name, `is not in ${list}: add the line “${checksum}  ${name}”`);
    else if (before !== checksum) report(name, `was edited after it went out: ${instead}`);
  }
  for (const name of released.keys())
    if (!present.has(name)) report(name, 'was renamed or taken away after it went out');
  return found;
}
