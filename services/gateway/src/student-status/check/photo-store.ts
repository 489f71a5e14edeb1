import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { jpgSize, photoProblem } from '@jwxt/contracts/student-status/check/student-photo.rules.ts';
import { recordPhotos } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import type { PhotoType } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { StoreFull, type FileStore, type IncomingFile } from '@jwxt/infra/runtime/file-store.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';

type Recorded = z.input<typeof recordPhotos.payload>['photos'][number];

/** A photo whose bytes are in the store, and not yet named by any row. */
export interface StoredPhoto {
  readonly photo: Recorded;
  readonly incoming: IncomingFile;
}

/** Puts a photo into the store when it is one; otherwise says why it is none. */
export async function storePhoto(files: FileStore, studentId: string, bytes: Buffer): Promise<StoredPhoto | string> {
  const size = jpgSize(bytes);
  const problem = photoProblem(size, bytes.length);
  if (size === null || problem !== null) return problem ?? '';
  try {
    const incoming = await files.receive(Readable.from([bytes]), { maxBytes: bytes.length });
    await incoming.keep();
    const { digest } = incoming;
    return { incoming, photo: { studentId, relationalId: randomUUID(), digest, fileSize: bytes.length, ...size } };
  } catch (error) {
    if (error instanceof StoreFull) throw new Refused('FILE_STORE_FULL');
    throw error;
  }
}

/** Writes the rows of stored photos. Answers the students whose photo stays as it was. */
export async function recordStored(
  photoType: PhotoType,
  stored: readonly StoredPhoto[],
  call: SignedInCall,
): Promise<z.output<typeof recordPhotos.result>> {
  const { files } = call.services;
  try {
    const done = await runCommand(recordPhotos, { photoType, photos: stored.map(({ photo }) => photo) }, call, {
      commandId: randomUUID(),
    });
    // The same bytes of an upload that was refused meanwhile may have taken these along.
    for (const { incoming } of stored) if (!(await files.has(incoming.digest))) await incoming.keep();
    return done;
  } finally {
    await Promise.all(stored.map(({ incoming }) => incoming.discard()));
  }
}
