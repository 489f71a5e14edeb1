import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import type { EventHistory } from '@jwxt/contracts/kernel/event-history.ts';
import type { EventDefinition } from '@jwxt/contracts/kernel/event.ts';
import { decodeEvent, UnreadableEvent } from '@jwxt/infra/runtime/event-codec.ts';
import { samplesOf, shapeOf } from './event-shape.ts';

/** Where they are, from the root of the project. */
export const goldenFolder = 'contracts/golden';

/**
 * How an event type was stored at one version: its form, and events as they stood in the log. Written once, never
 * edited.
 */
interface GoldenFile {
  readonly type: string;
  readonly version: number;
  readonly metadata: EventMetadata;
  /** For the version that is written today: a schema of another form needs another version. */
  readonly form: unknown;
  readonly samples: readonly unknown[];
}

const fileName = ({ type, version }: Pick<GoldenFile, 'type' | 'version'>): string => `${type}@${version}.json`;
/** The same for an event that is known by a former name, under which it may have its file. */
const fileNames = ({ type, version, formerNames }: EventDefinition): string[] =>
  [type, ...formerNames].map((name) => fileName({ type: name, version }));

/** Writes the missing ones of today's events, with their lines in `released.txt`; answers their names. */
export async function writeGoldenFiles(root: string, { definitions }: EventHistory): Promise<string[]> {
  const folder = join(root, goldenFolder);
  await mkdir(folder, { recursive: true });
  const present = new Set(await readdir(folder));
  const missing = [...definitions.values()].filter(
    (definition) => !fileNames(definition).some((name) => present.has(name)),
  );
  for (const { type, version, data } of missing) {
    const metadata: EventMetadata = {
      actor: { userName: 'teacher1', name: '张老师', roleNames: ['任课教师'], permission: null },
      commandId: 'command-1',
      correlationId: 'command-1',
      causationId: null,
      time: '2026-11-20T01:00:00.000Z',
      clientAddress: null,
      schemaVersion: version,
    };
    const file: GoldenFile = { type, version, metadata, form: shapeOf(data), samples: samplesOf(data) };
    const text = `${JSON.stringify(file, null, 1)}\n`;
    await writeFile(join(folder, fileName(file)), text);
    await appendFile(
      join(folder, 'released.txt'),
      `${createHash('sha256').update(text).digest('hex')}  ${fileName(file)}\n`,
    );
  }
  return missing.map(fileName);
}

/**
 * What is wrong: events whose schema changed without a new version, or that have no file; files that cannot be read any
 * more.
 */
export async function checkGoldenFiles(root: string, history: EventHistory): Promise<string[]> {
  const folder = join(root, goldenFolder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const files = new Map(
    await Promise.all(
      names.map(async (name) => [name, JSON.parse(await readFile(join(folder, name), 'utf8')) as GoldenFile] as const),
    ),
  );
  return [
    ...[...history.definitions.values()].flatMap((definition) =>
      problemsOf(
        definition,
        fileNames(definition).flatMap((name) => files.get(name) ?? []),
      ),
    ),
    ...[...files].flatMap(([name, file]) =>
      fileName(file) === name ? unreadable(file, history) : [`${name} holds ${fileName(file)}`],
    ),
  ];
}

function problemsOf({ type, version, data }: EventDefinition, [file]: readonly GoldenFile[]): string[] {
  if (!file) return [`${type}@${version} has no golden file: npm run golden`];
  const now = JSON.stringify(shapeOf(data));
  return now === JSON.stringify(file.form)
    ? []
    : [
        `${type}: its schema changed, but its version is still ${version}: raise it, and lift version ${version} ` +
          'with an upcaster',
      ];
}

function unreadable({ type, metadata, samples }: GoldenFile, history: EventHistory): string[] {
  const place = { commit: 0n, prepare: 0n };
  return samples.flatMap((data, index) => {
    try {
      decodeEvent(
        {
          id: `sample-${index}`,
          stream: 'golden',
          revision: BigInt(index),
          type,
          data,
          metadata,
          recordedAt: new Date(metadata.time),
          position: place,
        },
        history,
      );
      return [];
    } catch (error) {
      if (error instanceof UnreadableEvent) return [error.message];
      throw error;
    }
  });
}
