import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Where rows go before they leave the database. */
export interface Archive {
  /** Durable once it resolves: a file of a table with one JSON object a line. The same name again replaces it. */
  keep(table: string, name: string, lines: readonly string[]): Promise<void>;
}

/** Files `<folder>/<table>/<name>.jsonl.gz`, each whole or not there. */
export function createFolderArchive(folder: string): Archive {
  return {
    async keep(table, name, lines) {
      const place = join(folder, table);
      await mkdir(place, { recursive: true });
      const path = join(place, `${name}.jsonl.gz`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(gzipSync(`${lines.join('\n')}\n`));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      const directory = await open(place, 'r');
      try {
        await directory.sync();
      } finally {
        await directory.close();
      }
    },
  };
}
