/** `npm run golden`: writes the golden file of every event type and version that has none yet. It never changes one. */
import { eventHistory } from '@jwxt/contracts/all-events.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { goldenFolder, writeGoldenFiles } from './golden-files.ts';

const written = await writeGoldenFiles(projectRoot, eventHistory);
for (const name of written) process.stdout.write(`${goldenFolder}/${name}\n`);
process.stdout.write(
  written.length > 0
    ? `已写入 ${written.length} 个事件样本文件，请一并提交；之后不得再改动\n`
    : '每种事件的每个版本都已有样本文件\n',
);
