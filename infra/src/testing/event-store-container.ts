import { GenericContainer, Wait } from 'testcontainers';

/** The real event store that `npm run test:containers` tests against. */
export const eventStoreImage = 'eventstore/eventstore:24.10';

/** Starts a real, empty, single-node event store in a container of its own. Needs Docker. */
export async function startEventStoreContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const container = await new GenericContainer(eventStoreImage)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .withStartupTimeout(120_000)
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
    async stop() {
      await container.stop();
    },
  };
}
