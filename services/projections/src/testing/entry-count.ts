import { sheetId, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { defineProjection, type ProjectedEvent, type Projection } from '../kernel/projection.ts';
import { defineReadModel, int, table, text, textArray } from '@jwxt/contracts/kernel/read-model.ts';
import { teacher, toAppend, student } from './sample.ts';
import { sheet } from './sample-events.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';

/** Students whose events this read model cannot stomach, and work that each batch waits for. */
export interface EntryCountOptions {
  version?: number;
  poisonous?: ReadonlySet<string>;
  beforeBatch?: (events: number) => Promise<void>;
  /** Default `entry-count`. */
  name?: string;
  /** Score sheets as another version of the product knows them. */
  streams?: typeof sheetStreams;
}

/** A read model for tests of the kernel: how many saves each sheet has had. */
export function entryCount(options: EntryCountOptions = {}): Projection {
  const readModel = defineReadModel({
    name: options.name ?? 'entry-count',
    tables: { count: table({ sheet_id: text(), entries: int(), students: textArray() }, { key: ['sheet_id'] }) },
  });
  const { count } = readModel.tables;
  return defineProjection({
    readModel,
    version: options.version ?? 1,
    streams: [options.streams ?? sheetStreams],
    async load(rows, events) {
      await options.beforeBatch?.(events.length);
      await rows.load(
        count,
        events.map((event) => [idOf(event)]),
      );
    },
    handlers: {
      CellsEntered(rows, event) {
        const id = idOf(event);
        const known = rows.get(count, [id]);
        const code = event.data.rows[0]!.studentCode;
        rows.set(count, {
          sheet_id: id,
          entries: (known?.entries ?? 0) + 1,
          students: [...new Set([...(known?.students ?? []), code])],
        });
        if (options.poisonous?.has(code)) throw new Error(`cannot stomach ${code}`);
        rows.notice.sheet(id, event.revision);
      },
    },
  });
}

const idOf = ({ data }: ProjectedEvent<ScoreSheetEvent>): string => sheetId(data.teachingClassId, data.scoreType);

/** Writes `streams` sheets with `each` saves, many to an append; answers the last position. */
export async function writeManyEntries(log: EventLog, streams: number, each: number): Promise<Position> {
  let last: Position | undefined;
  for (let at = 0; at < streams; at += 1) {
    const own = sheet(`M${at}`);
    const samples = [
      own.initialised(1),
      ...Array.from({ length: each }, (_entry, index) =>
        own.entered(2, index % 30, 'ps', null, 500 + (index % 400), null, teacher),
      ),
    ];
    const appended = await log.append(
      samples[0]!.stream,
      samples.map((given, index) => toAppend(given, derivedId(`many-${at}-${index}`))),
      { expectedRevision: 'no_stream' },
    );
    last = appended.position;
  }
  return last!;
}

/** A save as the next version of the product would write it. */
export function newerEntry(tc: string): { stream: string; event: { type: string; data: object; metadata: object } } {
  const given = toAppend(sheet(tc).entered(9, 1, 'ps', null, 800, null), derivedId('newer'));
  const version = eventHistory.definitions.get('CellsEntered')!.version + 1;
  return {
    stream: sheet(tc).entered(9, 1, 'ps', null, 800, null).stream,
    event: { ...given, metadata: { ...given.metadata, schemaVersion: version } },
  };
}

/** A save that the program can read, but whose value no database takes. */
export function unstorableEntry(tc: string): {
  stream: string;
  event: { type: string; data: object; metadata: object };
} {
  const given = toAppend(sheet(tc).entered(9, 1, 'ps', null, 800, null), derivedId('unstorable'));
  const data = JSON.parse(JSON.stringify(given.data).replaceAll(studentCode(1), String.raw`\u0000`)) as object;
  return { stream: sheet(tc).entered(9, 1, 'ps', null, 800, null).stream, event: { ...given, data } };
}

export const studentCode = (number: number): string => student(number).studentCode;
