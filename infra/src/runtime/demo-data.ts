import { pause } from './backoff.ts';
import { ConfigError, configExitCode } from './config.ts';
import type { Logger } from './logger.ts';
import { queryOnce } from './postgres.ts';

/**
 * Parameters that a demo university leaves: its moment, written before anything else of it, and its size, written when
 * all is there.
 */
export const demoParameter = { moment: 'DEMO_NOW', size: 'DEMO_STUDENTS' } as const;

/** What to do about demo data where real people are to work. */
const demoDataText =
  '这里有演示数据，演示账号的密码是公开的，生产环境（NODE_ENV=production）不能使用：请用 JWXT_DATA ' +
  '指定一个新的数据目录（自带数据库时 DATABASE_URL 指定一个新的数据库）';

/** What says in which environment a process runs, and on which database. */
interface Surroundings {
  readonly NODE_ENV: string;
  readonly DATABASE_URL: string;
}

const lookAgainMs = 1_000;

/**
 * In production, refuses a database into which a demo university was loaded, wholly or in part. Throws {@link
 * ConfigError}, and what the database answers.
 */
export async function refuseDemoData({ NODE_ENV, DATABASE_URL }: Surroundings): Promise<void> {
  if (NODE_ENV === 'production' && (await holdsDemoData(DATABASE_URL))) throw new ConfigError([demoDataText]);
}

/**
 * The same for a service, which starts also while its database is away: then it looks again until the database answers,
 * and ends this process (exit code 78) when there is demo data after all. Throws {@link ConfigError} when that is known
 * at once.
 */
export async function guardAgainstDemoData(surroundings: Surroundings, logger: Logger): Promise<void> {
  try {
    await refuseDemoData(surroundings);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    void guardLater(surroundings, logger);
  }
}

async function guardLater(surroundings: Surroundings, logger: Logger): Promise<void> {
  for (;;) {
    await pause(lookAgainMs);
    try {
      return await refuseDemoData(surroundings);
    } catch (error) {
      if (!(error instanceof ConfigError)) continue;
      logger.fatal(error.message);
      process.exit(configExitCode);
    }
  }
}

/** A database without our tables has none. */
async function holdsDemoData(databaseUrl: string): Promise<boolean> {
  const [tables] = await queryOnce<{ there: boolean }>(
    databaseUrl,
    'demo',
    `select to_regclass('base.parameter') is not null as there`,
  );
  if (tables?.there !== true) return false;
  const [row] = await queryOnce<{ found: boolean }>(
    databaseUrl,
    'demo',
    'select exists (select from base.parameter where param_code = any($1)) as found',
    [Object.values(demoParameter)],
  );
  return row?.found === true;
}
