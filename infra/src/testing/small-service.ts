/**
 * A service for tests of the supervisor: serves its environment and health on PORT. `POST /crash` ends it without a
 * word, `POST /hang` stops it from answering; SMALL_SERVICE_FAILS=config|start makes it fail at start.
 */
import { fastify } from 'fastify';
import { configExitCode } from '../runtime/config.ts';
import { registerHealthRoutes } from '../runtime/health.ts';
import { runService } from '../runtime/service.ts';

if (process.env.SMALL_SERVICE_FAILS === 'config') {
  process.stderr.write('配置有误：环境变量 X 的值“y”不正确\n');
  process.exit(configExitCode);
}

await runService({
  name: 'small',
  async start({ health }) {
    if (process.env.SMALL_SERVICE_FAILS === 'start') throw new Error('磁盘已满');
    const app = fastify({ forceCloseConnections: true });
    registerHealthRoutes(app, health, [process.env.INTERNAL_TOKEN]);
    app.get('/env', () => ({ pid: process.pid, env: process.env }));
    app.post('/crash', () => process.exit(3));
    app.post('/hang', () => {
      for (;;);
    });
    await app.listen({ host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT) });
    return { close: () => app.close() };
  },
});
