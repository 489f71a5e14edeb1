/**
 * `npm run test:containers`: the integration tests that use an event store or a database, on the real images instead of
 * the local engines. Needs Docker, and says so when it does not answer.
 */
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { startPostgresContainer } from '@jwxt/infra/testing/postgres-container.ts';
import { getContainerRuntimeClient } from 'testcontainers';
import { runTool, toolPath } from './tool-run.ts';

/** The local node has a suite of its own, and so do the local engines and the supervisor that runs them. */
const onlyLocal = ['infra/eventstore/**', 'infra/src/supervisor/**', 'infra/src/engines/**'];

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
  process.stdout.write('正在启动 PostgreSQL 容器\n');
  const postgres = await startPostgresContainer();
  try {
    const { code } = await runTool(
      toolPath('vitest'),
      ['run', '--project', 'engines', ...onlyLocal.flatMap((pattern) => ['--exclude', pattern]), ...process.argv.slice(2)],
      { cwd: projectRoot, env: { ...process.env, TEST_ENGINES: 'containers', TEST_DATABASE_URL: postgres.url } },
    );
    return code;
  } finally {
    await postgres.stop();
  }
}

process.exit(await main());
