import { join } from 'node:path';
import { loadConfig } from '@jwxt/infra/runtime/config.ts';
import { guardAgainstDemoData } from '@jwxt/infra/runtime/demo-data.ts';
import { tlsFilesOf } from '@jwxt/infra/runtime/tls-files.ts';
import { watchDisks } from '@jwxt/infra/runtime/disk-watch.ts';
import { observeLastBackup } from './system/storage.read.ts';
import { secretsOf } from '@jwxt/infra/runtime/internal-secrets.ts';
import { runService } from '@jwxt/infra/runtime/service.ts';
import { buildApp } from './app.ts';
import { gatewayConfig } from './gateway.config.ts';
import { observeCertificate } from './kernel/gateway-metrics.ts';
import { openServices } from './open-services.ts';
import { followTlsFiles } from './plugins/followed-tls.ts';
import { redirectToHttps } from './plugins/https-redirect.ts';

const config = loadConfig(gatewayConfig);

const plainHttpText =
  '页面以未加密的 http 提供给其他机器，密码和成绩会在网络上明文传输：请设置 TLS_CERT_FILE 与 TLS_KEY_FILE，' +
  '或在前面放置 https 代理并设置 SECURE_COOKIES=1（见 docs/operating.md）';
const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

await runService({
  name: 'gateway',
  async start({ logger, health, metrics, tracing }) {
    await guardAgainstDemoData(config, logger);
    const files = tlsFilesOf(config);
    const tls = files && followTlsFiles(files, { logger });
    const secureCookies = config.SECURE_COOKIES ?? tls !== null;
    if (!secureCookies && config.NODE_ENV === 'production' && !isLoopback(config.HOST)) logger.warn(plainHttpText);
    const filesRoot = config.FILES_ROOT ?? join(config.JWXT_DATA, 'files');
    const disks = await watchDisks({
      folders: [
        { name: 'data', title: '数据目录', path: config.JWXT_DATA },
        { name: 'files', title: '附件目录', path: filesRoot },
      ],
      logger,
      health,
      metrics,
    });
    const { services, close } = await openServices({
      disks,
      dataDir: config.JWXT_DATA,
      databaseUrl: config.DATABASE_URL,
      eventStoreUrl: config.EVENTSTORE_URL,
      commandsUrl: config.COMMANDS_URL,
      projectionsUrl: config.PROJECTIONS_URL,
      commandsSecret: secretsOf('COMMANDS_SECRET', config)[0]!,
      factorSecrets: secretsOf('FACTOR_SECRET', config),
      personSecrets: secretsOf('PERSON_KEY', config),
      projectionsSecret: secretsOf('PROJECTIONS_SECRET', config)[0]!,
      publicOrigin: config.PUBLIC_ORIGIN[0],
      secureCookies,
      permissionCheck: config.PERMISSION_CHECK,
      databasePool: config.DATABASE_POOL,
      exports: { directRows: config.EXPORT_DIRECT_ROWS },
      filesRoot,
      filesRoom: { reserveBytes: config.FILES_RESERVE_MB * 1024 * 1024 },
      logger,
      health,
      registry: metrics,
      tracing,
      clock: () => new Date(),
      ...(config.CAS_URL !== undefined && config.PUBLIC_ORIGIN[0] !== undefined
        ? { cas: { url: config.CAS_URL, origin: config.PUBLIC_ORIGIN[0] } }
        : {}),
      mail: { url: config.SMTP_URL, from: config.MAIL_FROM },
      sessions: { idleMinutes: config.SESSION_IDLE_MINUTES, longestMinutes: config.SESSION_LONGEST_MINUTES },
    });
    const app = await buildApp(services, health, {
      allowedOrigins: config.PUBLIC_ORIGIN,
      rateLimits: { perCaller: config.RATE_LIMIT, signIns: config.SIGN_IN_LIMIT },
      trustProxy: config.TRUST_PROXY,
      tls,
      webRoot: config.WEB_ROOT,
      checkOutput: config.NODE_ENV === 'test',
      openDocs: config.NODE_ENV !== 'production',
      metricsTokens: [config.INTERNAL_TOKEN, config.METRICS_TOKEN],
    });
    await app.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (address) => `网关正在监听 ${address}`,
    });
    observeLastBackup(metrics, services.lastBackup);
    observeCertificate(metrics, () => tls?.expiresAt());
    const redirect =
      tls && config.HTTP_REDIRECT_PORT !== undefined
        ? await redirectToHttps({
            host: config.HOST,
            port: config.HTTP_REDIRECT_PORT,
            httpsPort: config.PORT,
            origin: config.PUBLIC_ORIGIN[0],
          })
        : undefined;
    return {
      async close() {
        redirect?.close();
        tls?.close();
        disks.close();
        await app.close();
        await close();
      },
    };
  },
});
