import { parseArgs } from 'node:util';
import { z } from 'zod';
import { commonEnv, databaseUrl, envHttpUrl, internalToken, loadConfig } from '../runtime/config.ts';
import { createLogger } from '../runtime/logger.ts';
import { createPool } from '../runtime/postgres.ts';
import { loadBaseData } from '../base-data/base-data.ts';
import { createCommandSender } from '../base-data/command-sender.ts';
import { loadDemo } from './load-demo.ts';

// `npm run demo -- --students 50000` against a running system; the supervisor runs it once at the first start.
const config = loadConfig(z.object({ ...commonEnv, DATABASE_URL: databaseUrl, COMMANDS_URL: envHttpUrl(), INTERNAL_TOKEN: internalToken }));
const logger = createLogger('demo', { level: config.LOG_LEVEL });
const { values } = parseArgs({ options: { students: { type: 'string', default: '2000' } } });
const students = Number(values.students);

const refusal = config.NODE_ENV === 'production' ? '生产环境（NODE_ENV=production）不允许装载演示大学'
  : !Number.isInteger(students) || students < 600 || students > 200_000 ? '--students 应为 600–200000 之间的整数' : null;
if (refusal !== null) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}

const pool = createPool(config.DATABASE_URL, { name: 'demo', max: 1 });
const sender = createCommandSender(config.COMMANDS_URL, config.INTERNAL_TOKEN);
try {
  const { rows } = await pool.query<{ param_code: string; para_value: string }>(`select param_code, para_value from base.parameter where param_code in ('DEMO_NOW', 'DEMO_STUDENTS')`);
  const kept = new Map(rows.map((row) => [row.param_code, row.para_value]));
  if (kept.get('DEMO_STUDENTS') !== undefined) {
    logger.info({ students: kept.get('DEMO_STUDENTS') }, 'demo university is already there');
  } else {
    await loadBaseData(sender);
    const now = kept.get('DEMO_NOW') ?? new Date().toISOString();
    await sender.load('parameter', [{ paramCode: 'DEMO_NOW', paraName: '演示数据基准时间', paraValue: now }]);
    await loadDemo(sender, { students, now }, (done, total, what) => logger.info({ done, total }, `demo university: ${what}`));
    await sender.load('parameter', [{ paramCode: 'DEMO_STUDENTS', paraName: '演示数据学生数', paraValue: String(students) }]);
    logger.info({ students }, 'demo university loaded');
  }
} finally {
  await pool.end();
}
