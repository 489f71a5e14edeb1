/**
 * The thread that writes the index, so that neither sorting thousands of rows nor a slow disk holds up appends and
 * keep-alives. Takes pieces one at a time and tells of each whether it was written.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { isIndexDamage } from './index-rows.ts';
import { connectIndex, IndexWriter, type StreamChange } from './index-writer.ts';

/** A piece to write: the index is then complete up to `position`. */
export interface IndexPiece {
  changes: ReadonlyMap<string, StreamChange>;
  position: number;
}

/** What became of a piece: it is written, unless there is an error. Errors travel without their class. */
export interface IndexAnswer {
  error?: Error;
  isDamage?: boolean;
}

const { file, log } = workerData as { file: string; log: string };
let writer: IndexWriter | undefined;

parentPort!.on('message', (piece: IndexPiece | 'close') => {
  if (piece === 'close') {
    writer?.close();
    parentPort!.close();
  } else parentPort!.postMessage(write(piece));
});

function write({ changes, position }: IndexPiece): IndexAnswer {
  try {
    writer ??= new IndexWriter(connectIndex(file), log);
    writer.write(changes, position);
    return {};
  } catch (error) {
    return { error: error as Error, isDamage: isIndexDamage(error) };
  }
}
