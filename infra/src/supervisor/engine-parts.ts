import { join } from 'node:path';
import type { ChildExit } from '../engines/child.ts';
import { findFreePort } from '../engines/free-port.ts';
import { localEventNodeScript, localEventNodeUrl, startLocalEventNode } from '../engines/local-event-node.ts';
import { databaseName, startLocalPostgres } from '../engines/local-postgres.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Part } from './keep-running.ts';
import type { ChildRegister } from './leftovers.ts';

/** A local engine to supervise and the address under which the services reach it, the same after each restart. */
export interface EnginePart {
  part: Part;
  url: string;
}

/** The PostgreSQL that came through npm, on `postgres/` of the data folder. */
export async function localPostgresPart(dataDir: string, password: string, logger: Logger): Promise<EnginePart> {
  const port = await findFreePort();
  return {
    url: `postgres://jwxt:${encodeURIComponent(password)}@127.0.0.1:${port}/${databaseName}`,
    part: {
      name: '数据库（内置 PostgreSQL）',
      async start() {
        const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), password, port, logger });
        await postgres.ensureDatabase(databaseName);
        return { exited: postgres.exited.then(exitReason), stop: () => postgres.stop() };
      },
    },
  };
}

/** The local event node, on `eventstore/` of the data folder. */
export async function localEventNodePart(
  dataDir: string,
  logger: Logger,
  register: ChildRegister,
): Promise<EnginePart> {
  const port = await findFreePort();
  const folder = join(dataDir, 'eventstore');
  return {
    url: localEventNodeUrl(folder, port),
    part: {
      name: '事件库（本地节点）',
      async start() {
        const node = await startLocalEventNode({ dataDir: folder, port, logger });
        register.add(node.pid, localEventNodeScript);
        const exited = node.exited.then((exit) => {
          register.remove(node.pid);
          return exitReason(exit);
        });
        return { exited, stop: () => node.stop() };
      },
    },
  };
}

/** How a process ended, for a log line. */
export function exitReason({ code, signal }: ChildExit): string {
  return signal ? `收到信号 ${signal}` : `退出码 ${code ?? '未知'}`;
}
