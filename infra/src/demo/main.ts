import { parseArgs } from 'node:util';
import { z } from 'zod';
import { commonEnv, databaseUrl, envHttpUrl, envInteger, internalToken, loadConfig } from '../runtime/config.ts';
import { createLogger } from '../runtime/logger.ts';
import { createPool } from '../runtime/postgres.ts';
import { askSupervisor } from '../supervisor/control-socket.ts';
import { loadBaseData } from '../base-data/base-data.ts';
import { createCommandSender } from '../base-data/command-sender.ts';
import { loadDemo } from './load-demo.ts';

const fewestStudents = 600;
const mostStudents = 200_000;

// `npm run demo -- --students 50000` against the system that runs on this machine's data folder, or the one that the environment names.
// The supervisor runs it at every start; what is already there is left alone.
const { JWXT_DATA } = loadConfig(z.object(commonEnv));
const running = process.env.COMMANDS_URL === undefined ? (await askSupervisor(JWXT_DATA))?.env : {};
if (running === undefined) fail('没有正在运行的系统：请先在另一个窗口执行 npm start（可加 JWXT_DEMO=0 跳过默认规模的演示数据）');
const config = loadConfig(z.object({
  ...commonEnv, DATABASE_URL: databaseUrl, COMMANDS_URL: envHttpUrl(), INTERNAL_TOKEN: internalToken,
  /** Size when `--students` is not given. */
  JWXT_DEMO_STUDENTS: envInteger(fewestStudents, mostStudents).default(2000),
}), { ...process.env, ...running });
const logger = createLogger('demo', { level: config.LOG_LEVEL });
const { values } = parseArgs({ options: { students: { type: 'string' } } });
const students = values.students === undefined ? config.JWXT_DEMO_STUDENTS : Number(values.students);
if (config.NODE_ENV === 'production') fail('生产环境（NODE_ENV=production）不允许装载演示大学');
if (!Number.isInteger(students) || students < fewestStudents || students > mostStudents) fail(`--students 应为 ${fewestStudents}–${mostStudents} 之间的整数`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const pool = createPool(config.DATABASE_URL, { name: 'demo', max: 1 });
const sender = createCommandSender(config.COMMANDS_URL, config.INTERNAL_TOKEN);
try {
  const { rows } = await pool.query<{ param_code: string; para_value: string }>(`select param_code, para_value from base.parameter where param_code in ('DEMO_NOW', 'DEMO_STUDENTS')`);
  const kept = new Map(rows.map((row) => [row.param_code, row.para_value]));
  if (kept.get('DEMO_STUDENTS') !== undefined) {
    logger.info(`演示大学已装载（${kept.get('DEMO_STUDENTS') ?? ''} 名学生）；其他规模请换一个数据目录（JWXT_DATA）装载`);
  } else {
    await loadBaseData(sender);
    const now = kept.get('DEMO_NOW') ?? new Date().toISOString();
    await sender.load('parameter', [{ paramCode: 'DEMO_NOW', paraName: '演示数据基准时间', paraValue: now }]);
    await loadDemo(sender, { students, now }, (done, total, what) => logger.info(`演示数据：${what} ${done} / ${total}`));
    await sender.load('parameter', [{ paramCode: 'DEMO_STUDENTS', paraName: '演示数据学生数', paraValue: String(students) }]);
    logger.info(`演示大学装载完成：${students} 名学生`);
  }
} finally {
  await pool.end();
}
