import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { commonEnv, databaseUrl, envHttpUrl, envInteger, filesRoot, loadConfig } from '../runtime/config.ts';
import { demoParameter } from '../runtime/demo-data.ts';
import { namesMissing, pairEnv, secretsOf } from '../runtime/internal-secrets.ts';
import { createFolderFileStore } from '../runtime/folder-file-store.ts';
import { createLogger } from '../runtime/logger.ts';
import { createPool } from '../runtime/postgres.ts';
import { askSupervisorOrEnd } from '../data-folder/control-socket.ts';
import { loadBaseData } from '../base-data/base-data.ts';
import { createCommandSender } from '../base-data/command-sender.ts';
import { loadDemo } from './load-demo.ts';

const fewestStudents = 600;
const mostStudents = 200_000;
/** Accounts named in one line. */
const mostNamed = 20;

// `npm run demo -- --students 50000` against the system that runs on this machine's data folder, or the one that the
// environment names. The supervisor runs it at every start; what is already there is left alone.
const { JWXT_DATA } = loadConfig(z.object(commonEnv));
const running = process.env.COMMANDS_URL === undefined ? (await askSupervisorOrEnd(JWXT_DATA))?.env : {};
if (running === undefined)
  fail('没有正在运行的系统：请先在另一个窗口执行 npm start（可加 JWXT_DEMO=0 跳过默认规模的演示数据）');
const config = loadConfig(
  z
    .object({
      ...commonEnv,
      DATABASE_URL: databaseUrl,
      COMMANDS_URL: envHttpUrl(),
      ...pairEnv('OPERATOR_SECRET'),
      FILES_ROOT: filesRoot.optional(),
      /** Size when `--students` is not given. */
      JWXT_DEMO_STUDENTS: envInteger(fewestStudents, mostStudents).default(2000),
    })
    .superRefine(namesMissing('OPERATOR_SECRET')),
  { ...process.env, ...running },
);
const logger = createLogger('demo', { level: config.LOG_LEVEL });
const { values } = parseArgs({ options: { students: { type: 'string' } } });
const students = values.students === undefined ? config.JWXT_DEMO_STUDENTS : Number(values.students);
if (config.NODE_ENV === 'production') fail('生产环境（NODE_ENV=production）不允许装载演示大学');
if (!Number.isInteger(students) || students < fewestStudents || students > mostStudents)
  fail(`--students 应为 ${fewestStudents}–${mostStudents} 之间的整数`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const pool = createPool(config.DATABASE_URL, { name: 'demo', max: 1 });
const sender = createCommandSender(config.COMMANDS_URL, secretsOf('OPERATOR_SECRET', config)[0]!);
try {
  const { rows } = await pool.query<{ param_code: string; para_value: string }>(
    `select param_code, para_value from base.parameter where param_code = any($1)`,
    [Object.values(demoParameter)],
  );
  const kept = new Map(rows.map((row) => [row.param_code, row.para_value]));
  if (kept.get(demoParameter.size) !== undefined) {
    logger.info(
      `演示大学已装载（${kept.get(demoParameter.size) ?? ''} 名学生）；其他规模请换一个数据目录（JWXT_DATA）装载`,
    );
  } else {
    await loadBaseData(sender);
    const now = kept.get(demoParameter.moment) ?? new Date().toISOString();
    await sender.load('parameter', [{ paramCode: demoParameter.moment, paraName: '演示数据基准时间', paraValue: now }]);
    const { keptPasswords } = await loadDemo(
      sender,
      { students, now, files: createFolderFileStore(config.FILES_ROOT ?? join(config.JWXT_DATA, 'files')) },
      (done, total, what) => logger.info(`演示数据：${what} ${done} / ${total}`),
    );
    if (keptPasswords.length > 0)
      logger.warn(
        `这些账号已自己改过密码，密码保持不变：${keptPasswords.slice(0, mostNamed).join('、')}` +
          `${keptPasswords.length > mostNamed ? ` 等 ${keptPasswords.length} 个` : ''}`,
      );
    await sender.load('parameter', [
      { paramCode: demoParameter.size, paraName: '演示数据学生数', paraValue: String(students) },
    ]);
    logger.info(`演示大学装载完成：${students} 名学生`);
  }
} finally {
  await pool.end();
}
