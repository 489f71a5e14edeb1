/**
 * `npm run test:engine -- <esdb address> [<postgres address>]`: the engine tests, then the product under faults with
 * its audits, on engines that run already, single node or cluster, with TLS and credentials as their addresses say.
 * With `--cluster` every node of the event store has a command that stops and one that starts it, `--stop-node` and
 * `--start-node` in the same order, and PostgreSQL may have `--stop-database` and `--start-database`: then elections
 * and failovers are among the faults. Exits with 1 when something failed.
 */
import { parseArgs } from 'node:util';
import { databaseUrl, eventStoreUrl, maskUrlPassword } from '@jwxt/infra/runtime/config.ts';
import { endOf, runOnEngines } from './engine-run.ts';
import { stoppableOf } from './stoppable-engines.ts';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      cluster: { type: 'boolean', default: false },
      'stop-node': { type: 'string', multiple: true, default: [] },
      'start-node': { type: 'string', multiple: true, default: [] },
      'stop-database': { type: 'string' },
      'start-database': { type: 'string' },
    },
  });
  const [store, second = ''] = positionals;
  const database = databaseUrl.safeParse(second).success ? second : undefined;
  const paths = positionals.slice(database === undefined ? 1 : 2);
  const stoppable = stoppableOf({
    cluster: values.cluster,
    stopNode: values['stop-node'],
    startNode: values['start-node'],
    stopDatabase: values['stop-database'],
    startDatabase: values['start-database'],
  });
  if (
    !eventStoreUrl.safeParse(store).success ||
    store === undefined ||
    stoppable === 'unclear' ||
    ![undefined, 'tests', 'faults'].includes(values.only)
  ) {
    process.stderr.write(
      '用法：npm run test:engine -- <esdb 地址> [<postgres 地址>] [--only tests|faults] [--cluster（--stop-node ' +
        '命令 --start-node 命令）…] [--stop-database 命令 --start-database 命令] [路径片段…]\n',
    );
    return 1;
  }
  try {
    await endOf(store);
  } catch (error) {
    process.stderr.write(
      `无法连接事件库 ${maskUrlPassword(store)}：${error instanceof Error ? error.message : String(error)}\n`,
    );
    return 1;
  }
  const wish = {
    tests: values.only !== 'faults',
    faults: values.only !== 'tests' && paths.length === 0,
    paths,
    ...(stoppable ? { stoppable } : {}),
  };
  return (await runOnEngines({ eventStoreUrl: store, databaseUrl: database }, wish)) ? 0 : 1;
}

process.exit(await main());
