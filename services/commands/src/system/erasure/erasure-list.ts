import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { erasureBasis, personKind } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import type { ErasureList, ListedErasure } from '../../kernel/command-route.ts';

const fields = { erasureId: z.string(), basis: z.enum(erasureBasis), reason: z.string(), at: z.string() };
const line = z.union([
  z.object({ ...fields, kind: z.enum(personKind), code: z.string() }),
  // As it was written when students alone were erased.
  z
    .object({ ...fields, studentCode: z.string() })
    .transform(({ studentCode, ...rest }) => ({ ...rest, kind: personKind.student, code: studentCode })),
]);
/** The list in the data folder. A line that was written by half is passed over. */
export function createErasureList(folder: string): ErasureList {
  const path = join(folder, 'erasures');
  const read = async (): Promise<ListedErasure[]> => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((one) => {
      try {
        return one === '' ? [] : [line.parse(JSON.parse(one))];
      } catch {
        return [];
      }
    });
  };
  return {
    read,
    async add(erasure) {
      const known = await read();
      if (known.some(({ erasureId }) => erasureId === erasure.erasureId)) return;
      await mkdir(folder, { recursive: true });
      await appendFile(path, `\n${JSON.stringify(erasure)}\n`, { mode: 0o600 });
    },
  };
}
