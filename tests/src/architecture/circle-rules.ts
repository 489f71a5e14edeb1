import { posix } from 'node:path';
import type { Violation } from './import-check.ts';

/** What stands in rooms: the folders, and the files, right below. */
const houses = [
  'contracts/src',
  'services/commands/src',
  'services/projections/src',
  'services/gateway/src',
  'infra/src',
  'web/src',
];
const importOf = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;

/**
 * The rooms of a package stand above one another: none is needed by one that it needs itself, be it for a type alone.
 * Tests, and what is made for them, may import whatever they try.
 *
 * @param sources text of every file, by its path relative to the root, with slashes.
 */
export function checkCircles(sources: ReadonlyMap<string, string>): Violation[] {
  return houses.flatMap((house) => circlesIn(importsBetweenRooms(house, sources)).map((rooms) => told(house, rooms)));
}

/** Rooms by the rooms that they import, each with one file that does. */
type Imports = ReadonlyMap<string, ReadonlyMap<string, string>>;

function importsBetweenRooms(house: string, sources: ReadonlyMap<string, string>): Imports {
  const imports = new Map<string, Map<string, string>>();
  for (const [path, text] of sources) {
    if (!path.startsWith(`${house}/`) || !/\.tsx?$/.test(path) || isForTests(path)) continue;
    const from = roomOf(house, path);
    for (const [, named, loaded] of text.matchAll(importOf)) {
      const target = posix.join(posix.dirname(path), named ?? loaded ?? '');
      const to = target.startsWith(`${house}/`) ? roomOf(house, target) : from;
      if (to === from) continue;
      const known = imports.get(from) ?? new Map<string, string>();
      imports.set(from, known.set(to, known.get(to) ?? path));
    }
  }
  return imports;
}

const isForTests = (path: string): boolean => /\.(test|fixture)\.tsx?$|\/testing\//.test(path);

function roomOf(house: string, path: string): string {
  const [room = ''] = path.slice(house.length + 1).split('/');
  return room;
}

/** Each room that is reached again from itself, by the shortest way; one circle is told once. */
function circlesIn(imports: Imports): { readonly way: readonly string[]; readonly file: string }[] {
  const seen = new Set<string>();
  return [...imports.keys()].toSorted().flatMap((room) => {
    const way = wayBack(room, imports);
    if (way === null || seen.has(way.toSorted().join(' '))) return [];
    seen.add(way.toSorted().join(' '));
    return [{ way, file: imports.get(room)?.get(way[1] ?? room) ?? room }];
  });
}

function wayBack(start: string, imports: Imports): string[] | null {
  const ways: string[][] = [[start]];
  const visited = new Set<string>();
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return way;
      if (visited.has(next)) continue;
      visited.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

function told(house: string, { way, file }: { readonly way: readonly string[]; readonly file: string }): Violation {
  return { rule: 'room-circle', file, detail: `${house}: ${[...way, way[0]].join(' → ')}` };
}
