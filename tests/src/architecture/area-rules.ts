import { areas } from '@jwxt/contracts/kernel/area.vocabulary.ts';
import type { Violation } from './import-check.ts';

/** A part of the product that has a folder for each area. */
interface Part {
  /** Where the folders are. */
  readonly folder: string;
  /** Where each area's list stands in a line. */
  readonly list: string;
  /** Folders that are no areas. */
  readonly besides: readonly string[];
}

const parts: readonly Part[] = [
  { folder: 'contracts/src', list: 'contracts/src/all-areas.ts', besides: ['kernel'] },
  { folder: 'services/commands/src', list: 'services/commands/src/all-areas.ts', besides: ['kernel', 'testing'] },
  { folder: 'services/projections/src', list: 'services/projections/src/all-areas.ts', besides: ['kernel', 'testing'] },
  {
    folder: 'services/gateway/src',
    list: 'services/gateway/src/all-areas.ts',
    besides: ['kernel', 'testing', 'plugins', 'push'],
  },
  { folder: 'web/src/areas', list: 'web/src/app/all-areas.ts', besides: [] },
];

/** More files than a person finds a name among; tests aside. */
const fullRoom = 40;
const allErrors = 'contracts/src/all-errors.ts';

/**
 * Areas have one name in every part, and each lists what it brings there: every folder is a declared area with its
 * `<area>.area.ts`, which has its line in the part's `all-areas.ts`. A full folder of an area wants rooms. Refusals are
 * listed apart from the rest, because the pages load them alone.
 *
 * @param sources text of every file, by its path relative to the root, with slashes.
 */
export function checkAreas(sources: ReadonlyMap<string, string>): Violation[] {
  return [...parts.flatMap((part) => checkPart(part, sources)), ...checkErrors(sources), ...checkRooms(sources)];
}

function checkPart({ folder, list, besides }: Part, sources: ReadonlyMap<string, string>): Violation[] {
  const found: Violation[] = [];
  const below = [...sources.keys()].filter((path) => path.startsWith(`${folder}/`));
  const names = new Set(
    below.flatMap((path) => {
      const [name, ...rest] = path.slice(folder.length + 1).split('/');
      return name === undefined || rest.length === 0 || besides.includes(name) ? [] : [name];
    }),
  );
  const listed = listedAreas(sources.get(list) ?? '');
  for (const name of names) {
    const file = `${folder}/${name}/${name}.area.ts`;
    const at = `${folder}/${name}`;
    if (!(name in areas)) found.push({ rule: 'area-name', file: at, detail: 'not an area of area.vocabulary.ts' });
    if (!sources.has(file)) found.push({ rule: 'area-file', file: at, detail: `${name}.area.ts is missing` });
    else if (!listed.has(name)) found.push({ rule: 'area-listed', file, detail: `has no line in ${list}` });
  }
  for (const name of listed)
    if (!names.has(name)) found.push({ rule: 'area-listed', file: list, detail: `${name} is not a folder` });
  return found;
}

/** Names of the areas whose lists the file imports from their own folder and puts under their own name. */
function listedAreas(text: string): Set<string> {
  const imported = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '[^']*\/([\w-]+)\/\2\.area\.ts';$/gm)].map(([, value, name]) => [
      name ?? '',
      value ?? '',
    ]),
  );
  const lines = [...text.matchAll(/^ {2}'?([\w-]+)'?: (\w+),$/gm)];
  return new Set(lines.flatMap(([, name = '', value]) => (imported.get(name) === value ? [name] : [])));
}

function checkErrors(sources: ReadonlyMap<string, string>): Violation[] {
  const list = sources.get(allErrors) ?? '';
  return [...sources.keys()]
    .filter((path) => /^contracts\/src\/.*-error\.vocabulary\.ts$/.test(path))
    .filter((path) => !list.includes(`from './${path.slice('contracts/src/'.length)}'`))
    .map((file) => ({ rule: 'errors-listed', file, detail: `has no line in ${allErrors}` }));
}

function checkRooms(sources: ReadonlyMap<string, string>): Violation[] {
  const counts = new Map<string, number>();
  for (const path of sources.keys()) {
    if (!/\.tsx?$/.test(path) || /\.(test|fixture)\.tsx?$/.test(path)) continue;
    const part = parts.find(({ folder }) => path.startsWith(`${folder}/`));
    const [name = '', ...rest] = part ? path.slice(part.folder.length + 1).split('/') : [];
    if (!part || rest.length === 0 || part.besides.includes(name)) continue;
    const room = path.slice(0, path.lastIndexOf('/'));
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > fullRoom)
    .map(([file, count]) => ({ rule: 'area-rooms', file, detail: `${count} files, more than ${fullRoom}: rooms?` }));
}
