/**
 * `npm run bench`: what the product costs beside the engines alone, on this machine, with a demo university in a
 * temporary folder. Prints a table and writes `bench-results.json`. `--only commands,push` measures some groups,
 * `--write-docs` puts the table into `docs/benchmark.md`, where the rows of other groups stay;
 * `--engine <esdb address>` takes an event store that runs already, in streams of its own; `--two` runs two of each
 * service; `--short` runs every part once with next to nothing, for the tests, and keeps no figure. Whatever else the
 * machine does meanwhile shows in the figures, least in the ratios. `--simulate` measures nothing: it says what the
 * last results mean for a province, and with `--write-docs` puts that into `docs/scaling.md`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { maskUrlPassword, projectRoot } from '@jwxt/infra/runtime/config.ts';
import { measureBacklog } from './backlog-speed.ts';
import { measureClasses } from './class-speed.ts';
import { measureCommands, measureWriteSide } from './command-speed.ts';
import { withFigures, writeSection } from './doc-section.ts';
import { measureEntryPeak } from './entry-peak.ts';
import { resultOf, type Figure } from './figure.ts';
import { measureHistory } from './history-speed.ts';
import { measureHotStream } from './hot-speed.ts';
import { measureDivision } from './division-speed.ts';
import { measureImport } from './import-speed.ts';
import { measureNode } from './node-speed.ts';
import { measurePages } from './page-speed.ts';
import { demandTable, needsTable, predictionTable } from './province/province.ts';
import { readServiceTimes } from './province/service-times.ts';
import { measurePush } from './push-latency.ts';
import { fillLog, measureRebuild } from './rebuild-speed.ts';
import { measureReplay } from './replay-speed.ts';
import { fullScale, shortScale } from './scale.ts';
import { measureSchemes } from './scheme-speed.ts';
import { shareForRun, type Setting } from './setting.ts';
import { onProduct, onWriteSide, type Memory, type ProductStage, type Stage } from './stage.ts';
import { figureRows, markdownTable, screenTable } from './table.ts';
import { measureVerify } from './verify-speed.ts';
import { measureVolume } from './volume-speed.ts';

/** Measured with the commands service and engines alone. */
const beforeProduct = {
  node: { title: '事件库', measure: measureNode },
  history: { title: '事件的读取与检查', measure: measureHistory },
  verify: { title: '历史校验', measure: measureVerify },
  alone: { title: '命令（仅写入侧）', measure: measureWriteSide },
  hot: { title: '同一业务的争抢', measure: measureHotStream },
} satisfies Record<string, { title: string; measure(stage: Stage): Promise<Figure[]> }>;
/** Measured in the whole product. Backlog and volume come last: no event tells of them. */
const inProduct = {
  pages: { title: '页面', measure: measurePages },
  replay: { title: '成绩回放', measure: measureReplay },
  classes: { title: '整班保存与查看', measure: measureClasses },
  peak: { title: '录入高峰', measure: measureEntryPeak },
  commands: { title: '命令', measure: measureCommands },
  push: { title: '推送', measure: measurePush },
  rebuild: { title: '重建', measure: measureRebuild },
  import: { title: '文件导入', measure: measureImport },
  schemes: { title: '培养方案', measure: measureSchemes },
  divide: { title: '新生分班', measure: measureDivision },
  backlog: { title: '待办积压', measure: measureBacklog },
  volume: { title: '千万成绩', measure: measureVolume },
} satisfies Record<string, { title: string; measure(stage: ProductStage): Promise<Figure[]> }>;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    simulate: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    engine: { type: 'string' },
    two: { type: 'boolean', default: false },
  },
});
const known = [...Object.keys(beforeProduct), ...Object.keys(inProduct)];
const scale = values.short ? shortScale : fullScale;
/** The built-in node is no figure of a given store. */
const wanted = new Set(
  values.only?.split(',') ?? known.filter((name) => values.engine === undefined || name !== 'node'),
);
for (const name of wanted) if (!known.includes(name)) throw new Error(`--only takes ${known.join(', ')}; not ${name}`);

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function measureAll(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = [];
  const measure = async <S>(
    groups: Record<string, { title: string; measure(stage: S): Promise<Figure[]> }>,
    stage: S,
  ): Promise<void> => {
    for (const [name, group] of Object.entries(groups)) {
      if (!wanted.has(name)) continue;
      say(`正在测量：${group.title}`);
      try {
        const measured = await group.measure(stage);
        figures.push(...measured);
        // Said at once too: a long run may be broken off.
        say(screenTable(figureRows(measured)));
      } catch (error) {
        say(`未能测量 ${group.title}：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        process.exitCode = 1;
      }
    }
  };
  say(`正在启动命令服务和引擎，装载 ${scale.students} 名学生的演示数据`);
  await onWriteSide(setting, async (stage) => {
    await measure(beforeProduct, stage);
    if (wanted.has('rebuild')) await fillLog(stage);
  });
  if (!Object.keys(inProduct).some((name) => wanted.has(name))) return figures;
  say('正在启动整个系统');
  const { memory } = await onProduct(setting, (stage) => measure(inProduct, stage));
  return [...figures, ...memoryFigures(memory)];
}

function memoryFigures({ atRest, peak }: Memory): Figure[] {
  return Object.keys(peak).map((name) => ({
    id: `memory.${name}`,
    unit: 'MB',
    value: peak[name]!,
    baseline: atRest[name]!,
    against: 'the same process after the start; peak beside it',
  }));
}

async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jwxt-bench-'));
  try {
    const eventStoreUrl = values.engine === undefined ? undefined : await shareForRun(values.engine);
    const figures = await measureAll({ dataDir, scale, eventStoreUrl, instances: values.two ? 2 : 1 });
    process.stdout.write(`${screenTable(figureRows(figures))}\n`);
    if (values.short) return;
    await writeFile(join(projectRoot, 'bench-results.json'), `${JSON.stringify(figures.map(resultOf), null, 2)}\n`);
    if (values['write-docs']) await writeFigures(figures);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Figures on two of each service, and on a given store, have places of their own. What memory a part of the groups took
 * says nothing of the whole.
 */
async function writeFigures(figures: readonly Figure[]): Promise<void> {
  const place = [
    'figures',
    ...(values.two ? ['of two'] : []),
    ...(values.engine === undefined ? [] : ['on a given store']),
  ].join(' ');
  const table = (shown: readonly Figure[]): string => markdownTable(figureRows(shown));
  await writeSection('benchmark.md', place, (before) =>
    values.only === undefined
      ? `${aboutRun()}\n\n${table(figures)}`
      : withFigures(before, aboutRun(), table(figures.filter(({ id }) => !id.startsWith('memory.')))),
  );
}

async function simulateProvince(): Promise<void> {
  const times = await readServiceTimes();
  const tables = [demandTable(), needsTable(times), predictionTable(times)];
  for (const table of tables) process.stdout.write(`${screenTable(table, new Set())}\n\n`);
  if (values['write-docs'])
    await writeSection('scaling.md', 'simulation', () =>
      [
        `${aboutRun()}; service times from ${times.source}`,
        ...tables.map((table) => markdownTable(table, new Set())),
      ].join('\n\n'),
    );
}

function aboutRun(): string {
  const command = [
    'npm run bench',
    ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2).map(maskUrlPassword)] : []),
  ].join(' ');
  return (
    `${new Date().toISOString().slice(0, 10)}, \`${command}\`, ${availableParallelism()} × ` +
    `${cpus()[0]?.model.trim() || 'unknown processor'}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`
  );
}

await (values.simulate ? simulateProvince() : bench());
process.exit();
