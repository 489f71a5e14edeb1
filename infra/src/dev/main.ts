/**
 * `npm run dev`: the whole product on this machine for whoever changes it. Services start again when a source of theirs
 * changes; pages come from Vite, which puts a change into the page that is open. Engines, data folder and settings are
 * those of `npm start`.
 */
import { watch } from 'node:fs';
import { join, sep } from 'node:path';
import { startChild, type Child } from '../engines/child.ts';
import { loadConfig, projectRoot } from '../runtime/config.ts';
import { createLogger } from '../runtime/logger.ts';
import { endChild } from '../supervisor/leftovers.ts';
import { stopOnSignals } from '../supervisor/stop-signals.ts';
import { supervisorConfig } from '../supervisor/supervisor.config.ts';
import { locateVite } from '../supervisor/web-build.ts';
import { restartedBy, watchedFolders, type ServiceName } from './restart-scope.ts';

const SETTLED_MS = 200;
const STOP_LIMIT_MS = 60_000;
const config = loadConfig(supervisorConfig);
// The supervisor says the rest.
const logger = createLogger('dev', { level: 'warn' });
const children: Child[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const vite = locateVite();
if (vite === undefined) throw new Error('未安装页面的构建工具：请执行 npm ci（不要使用 --omit=dev）');

const address = Promise.withResolvers<string>();
const supervisor = await startChild({
  script: join(projectRoot, 'infra/src/supervisor/main.ts'),
  env: { ...process.env, JWXT_WEB_BUILD: '0' },
  onLine(line) {
    say(line);
    const found = /请用浏览器打开 (https?:\/\/[\w.:[\]-]+)/.exec(line)?.[1];
    if (found !== undefined) address.resolve(found);
  },
});
children.push(supervisor);

const ended = supervisor.exited.then(({ code }) => {
  process.exitCode = code ?? 1;
});
const stopped = stopOnSignals(logger, async () => {
  await Promise.all(children.map((child) => child.stop(STOP_LIMIT_MS)));
});
const gateway = await Promise.race([address.promise, ended, stopped]);
if (gateway !== undefined) {
  children.push(
    await startChild({
      script: vite,
      args: [join(projectRoot, 'web'), '--clearScreen', 'false'],
      env: { ...process.env, JWXT_GATEWAY: gateway, NO_COLOR: '1' },
      dieWithParent: true,
      onLine: say,
    }),
  );
  watchSources();
  say('开发中：请用浏览器打开上面的 Local 地址；页面随源码更新，服务在源码变化后重新启动');
}
await Promise.race([ended, stopped]);
await Promise.all(children.map((child) => child.stop(STOP_LIMIT_MS)));
process.exit();

/** Ends the services that a change concerns, once it has settled; the supervisor starts them again. */
function watchSources(): void {
  const concerned = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    for (const name of concerned) {
      say(`源码有变化，正在重新启动 ${name}`);
      endChild(config.JWXT_DATA, `services/${name}/src/main.ts`);
    }
    concerned.clear();
  };
  for (const folder of watchedFolders) {
    watch(join(projectRoot, folder), { recursive: true }, (_event, file) => {
      const path = `${folder}/${(file ?? '').split(sep).join('/')}`;
      for (const name of restartedBy(path)) concerned.add(name);
      clearTimeout(timer);
      timer = setTimeout(restart, SETTLED_MS);
    });
  }
}
