/**
 * Runs the local event node: `node main.ts --port 2113 --data folder`, and where wanted `--host address`,
 * `--advertise host[:port]`, `--accept-loss`, and `--tls-cert file --tls-key file`.
 * Callers always need a password over TLS: that of the data folder, which it makes at its first start, or that of the
 * environment with a certificate of one's own.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { DataLocked } from './data-lock.ts';
import { LogDamaged } from './log-check.ts';
import { AccessDamaged, folderAccess, type NodeAccess } from './node-access.ts';
import { type NodeOptions, startNode } from './node.ts';
import { consoleLog } from './node-log.ts';

const USAGE =
  '用法：main.ts --port 端口 --data 数据目录 [--host 监听地址] [--advertise 对外地址[:端口]] [--accept-loss] ' +
  '[--tls-cert 证书 --tls-key 私钥]';

async function main(): Promise<void> {
  const options = readOptions();
  const node = await startNode({ ...options, log: consoleLog, onFatal: endAtOnce });
  consoleLog.info(`事件节点正在监听 ${options.host ?? '127.0.0.1'}:${node.port}，数据目录 ${options.dataDir}`);
  const stop = (): void => {
    node.close().then(
      () => consoleLog.info('事件节点已停止'),
      (error: Error) => end(`停止时出错：${error.message}`),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function readOptions(): NodeOptions {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      host: { type: 'string' },
      advertise: { type: 'string' },
      'accept-loss': { type: 'boolean', default: false },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!values.data || !Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(USAGE);
  return {
    port,
    dataDir: values.data,
    acceptLoss: values['accept-loss'],
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(values.advertise === undefined ? {} : { advertise: values.advertise }),
    access: accessFor({ dataDir: values.data, host: values.host, cert: values['tls-cert'], key: values['tls-key'] }),
  };
}

/** Names under which only this machine reaches the node; the folder's own certificate is for these. */
const thisMachine = new Set([undefined, '127.0.0.1', '::1', 'localhost']);

/** Passwords come from files or the environment, because arguments can be seen by every user of the machine. */
function accessFor(wanted: {
  dataDir: string;
  host: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}): NodeAccess {
  const { cert, key } = wanted;
  if (cert === undefined && key === undefined) {
    if (!thisMachine.has(wanted.host))
      throw new UsageError('监听本机以外的地址（--host）时，须用 --tls-cert 与 --tls-key 给出证书');
    return folderAccess(wanted.dataDir);
  }
  const { EVENT_NODE_ADMIN_PASSWORD: admin, EVENT_NODE_OPS_PASSWORD: ops } = process.env;
  if (cert === undefined || key === undefined) throw new UsageError('--tls-cert 与 --tls-key 须同时给出');
  if (!admin) throw new UsageError('使用自己的证书时，须在环境变量 EVENT_NODE_ADMIN_PASSWORD 中设置 admin 的密码');
  return { cert: fs.readFileSync(cert), key: fs.readFileSync(key), passwords: { admin, ops } };
}

class UsageError extends Error {}

/** The reason in words a person at the console can act on. */
function explain(error: unknown): string {
  const { code, message, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS'))
    return error instanceof UsageError ? message : `${message}\n${USAGE}`;
  if (error instanceof DataLocked) return `${message}，请先停止它`;
  if (error instanceof AccessDamaged) return message;
  if (error instanceof LogDamaged)
    return (
      `事件日志已损坏，节点拒绝启动以免丢失数据：${message}。请从备份恢复；确认放弃日志末尾的数据时，可加 ` +
      '--accept-loss 启动'
    );
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用（${address}），请停止占用它的程序或改用其他端口`;
  if (code === 'EACCES' || code === 'EPERM') return `没有权限：${message}`;
  if (code === 'ENOENT') return `找不到文件：${message}`;
  if (code === 'ENOSPC') return `磁盘空间不足：${message}`;
  return `事件节点启动失败：${message}`;
}

function end(reason: string): void {
  consoleLog.error(reason);
  process.exitCode = 1;
}

/** Nothing more is answered: what is still under way is in doubt, and only a restart tells what was stored. */
function endAtOnce(error: Error): void {
  const damage = `事件日志已损坏，节点停止服务：${error.message}。请从备份恢复`;
  consoleLog.error(
    error instanceof LogDamaged ? damage : `磁盘出错，事件节点立即停止，重新启动时将核对日志：${error.message}`,
  );
  process.exit(1);
}

main().catch((error: unknown) => end(explain(error)));
