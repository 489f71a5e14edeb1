/**
 * `npm run test:containers`: what `test:engine` does, on the real images, started for it. Needs Docker, and says so
 * when it does not answer.
 */
import { startEventStoreContainer } from '@jwxt/infra/testing/event-store-container.ts';
import { startPostgresContainer } from '@jwxt/infra/testing/postgres-container.ts';
import { getContainerRuntimeClient } from 'testcontainers';
import { runOnEngines } from './engine-run.ts';

async function main(): Promise<number> {
  try {
    await getContainerRuntimeClient();
  } catch (error) {
    process.stderr.write(
      `无法连接 Docker，容器测试没有运行：${error instanceof Error ? error.message : String(error)}\n` +
        '请先启动 Docker（或用 DOCKER_HOST 指明它的地址），再执行 npm run test:containers；npm test 不需要 Docker\n',
    );
    return 1;
  }
  process.stdout.write('正在启动 PostgreSQL 与 EventStoreDB 容器\n');
  const started = await Promise.allSettled([startPostgresContainer(), startEventStoreContainer()]);
  const [postgres, events] = started;
  const paths = process.argv.slice(2);
  try {
    if (postgres.status === 'rejected') throw postgres.reason;
    if (events.status === 'rejected') throw events.reason;
    const engines = { eventStoreUrl: events.value.url, databaseUrl: postgres.value.url };
    return (await runOnEngines(engines, { tests: true, faults: paths.length === 0, paths })) ? 0 : 1;
  } finally {
    for (const container of started) if (container.status === 'fulfilled') await container.value.stop();
  }
}

process.exit(await main());
