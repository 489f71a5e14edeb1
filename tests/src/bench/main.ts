/**
 * `npm run bench`: what the product costs beside the engines alone, on this machine, with a demo university of 2,000 students in a
 * temporary folder. Prints a table and writes `bench-results.json`. Rates: more is better; milliseconds: less is better. Whatever else the
 * machine does meanwhile shows in the figures, least in the ratios.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { measureAppends } from './append-speed.ts';
import { measureCommands } from './command-speed.ts';
import { resultOf, tableOf, type Figure } from './figure.ts';
import { measurePush } from './push-latency.ts';
import { measureReads } from './read-latency.ts';
import { measureRebuild } from './rebuild-speed.ts';
import { onStage } from './stage.ts';

const students = 2000;

process.stderr.write(`正在启动系统并装载 ${students} 名学生的演示数据\n`);
const figures = await onStage(students, async (stage) => {
  const measured: Figure[] = [];
  // Rebuilding comes last: by then the log has grown.
  for (const [what, measure] of [['事件库写入', measureAppends], ['读取', measureReads], ['推送', measurePush], ['命令', measureCommands], ['重建', measureRebuild]] as const) {
    process.stderr.write(`正在测量：${what}\n`);
    measured.push(...await measure(stage));
  }
  return measured;
});
process.stdout.write(`${tableOf(figures)}\n`);
await writeFile(join(projectRoot, 'bench-results.json'), `${JSON.stringify(figures.map(resultOf), null, 2)}\n`);
process.exit();
