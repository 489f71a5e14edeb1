import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is worth it: texts that are longer than a network packet. */
const texts = /\.(?:js|css|html|svg)$/;
const smallestBytes = 1400;
/** Nearly as small as the highest, in a fraction of the time. */
const quality = 9;

/**
 * Writes each file a second and a third time, as brotli and gzip, so that the gateway need not compress while people
 * wait.
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.keys(bundle)
          .filter((name) => texts.test(name))
          .map(async (name) => {
            const path = join(dir, name);
            const content = await readFile(path);
            if (content.length < smallestBytes) return;
            const [brotli, zipped] = await Promise.all([
              promisify(brotliCompress)(content, {
                params: {
                  [constants.BROTLI_PARAM_QUALITY]: quality,
                  [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
                },
              }),
              promisify(gzip)(content, { level: quality }),
            ]);
            await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
          }),
      );
    },
  };
}
