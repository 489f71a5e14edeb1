/** What a database is asked before the system starts on it. */
import { maskUrlPassword } from '../runtime/config.ts';
import { errorClass } from '../runtime/error-class.ts';
import type { Logger } from '../runtime/logger.ts';
import { queryOnce } from '../runtime/postgres.ts';
import { untilThere } from './until-there.ts';

/** Under which the database lists its connections. */
const name = 'supervisor';

/**
 * Waits until the database answers, and says so while it waits. Throws what the server answers when waiting would not
 * help, a wrong password for example; returns without an answer when `stopping` is aborted.
 */
export async function untilDatabaseAnswers(url: string, logger: Logger, stopping: AbortSignal): Promise<void> {
  await untilThere(
    {
      ask: () => queryOnce(url, name, 'select 1'),
      isAway: (error) => errorClass(error) === 'away',
      say: (error) =>
        logger.warn(
          `数据库 ${maskUrlPassword(url)} 尚无应答（${reasonOf(error)}），正在等待它启动；若地址有误，` +
            '请停止后检查 DATABASE_URL',
        ),
    },
    stopping,
  );
}

/** Whether nothing of ours was ever put into the database. */
export async function isWithoutTables(url: string): Promise<boolean> {
  const rows = await queryOnce<{ without: boolean }>(
    url,
    name,
    `select to_regclass('public.schema_migration') is null as without`,
  );
  return rows[0]?.without === true;
}

/** What to do about an event store whose database is not here. */
export function emptyDatabaseText(url: string): string {
  return (
    `数据库 ${maskUrlPassword(url)} 是空的，事件库里却已有数据：请检查 DATABASE_URL 是否指向原来的数据库；` +
    '数据库若已丢失，请用 npm run restore 从备份恢复'
  );
}

function reasonOf(error: unknown): string {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code ?? message;
}
