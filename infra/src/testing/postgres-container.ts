import { randomBytes } from 'node:crypto';
import { GenericContainer, Wait } from 'testcontainers';

/** The real database that `npm run test:containers` tests against, and that the compose file runs. */
export const postgresImage = 'postgres:18';

/** Starts a real, empty PostgreSQL in a container of its own. Needs Docker. */
export async function startPostgresContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const password = randomBytes(16).toString('hex');
  const container = await new GenericContainer(postgresImage)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    // It is ready twice: once while it sets itself up, then for good.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .withStartupTimeout(120_000)
    .start();
  return {
    url: `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    async stop() {
      await container.stop();
    },
  };
}
