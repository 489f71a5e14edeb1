/**
 * Says whether the history in a log is as it was written:
 *
 *     node infra/verify/main.ts <export | backup | store address> --key public.pem … [--deposit file …] [--streams n]
 *
 * What it proves. The school signs a checkpoint of every few thousand events: a Merkle root over their hashes. Whoever
 * changes, removes, inserts or moves an event without the school's key changes the root. Each event also names the hash
 * of the one before it in its stream, which tells about events that no checkpoint covers yet. Who cuts off the end of a
 * log, checkpoints included, is found out by a checkpoint that was deposited elsewhere before.
 *
 * How. checkpoints.ts: the hash of an event; which checkpoints are signed and follow each other. log-check.ts: whether
 * the events are those that were sealed, the chains hold, and which event is not as it was. log-sources.ts: the file.
 * Ends with 0 (not altered), 1 (altered), 2 (it cannot be proven), 3 (it cannot be read). Needs Node 24, nothing else.
 */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clockOf, isSigned, keyIdOf, type Keys } from './checkpoints.ts';
import { checkLog, type Outcome } from './log-check.ts';
import { sourceOf } from './log-sources.ts';

const usage = `用法：node main.ts 导出文件|备份目录|事件库地址 --key 公钥.pem … [--deposit 存证.json …] [--streams 流数]
退出码：0 没有被改动；1 被改动过；2 不能证明；3 未能校验`;

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new Error(usage);
  }
}

/** What a named file says; when it does not, which one it is. */
function readAs<T>(what: string, file: string, as: (text: string) => T): T {
  try {
    return as(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${what} ${file} 找不到，或不是一个${what}文件`);
  }
}

/** What a deposited checkpoint says against the log; undefined when both say the same. */
function against(file: string, { seals }: Outcome, trusted: Keys): string | undefined {
  const { text, signature } = readAs('存证', file, JSON.parse) as Record<'text' | 'signature', string>;
  const [, number, from, , , root, , , , keyId] = text.split('\n');
  if (!isSigned(text, trusted.get(keyId!), signature)) return `存证 ${file} 的签名不符，或它的密钥不在给出的公钥中`;
  const seal = seals.find((each) => each.number === Number(number));
  if (seal?.text === text) return undefined;
  const there = seal === undefined ? '没有这个检查点' : `根值是 ${seal.root}`;
  return `存证的第 ${number} 个检查点（根值 ${root}）与日志不符，日志中${there}：第 ${from} 个事件起被改写或截短`;
}

function progress(events: number): void {
  if (process.send) process.send({ events });
  else if (process.stderr.isTTY) process.stderr.write(`\r已校验 ${events} 个事件`);
}

async function main(): Promise<void> {
  const several = { type: 'string', multiple: true, default: [] as string[] } as const;
  const options = { key: several, deposit: several, streams: { type: 'string', default: '3000000' } } as const;
  const { values, positionals } = parsed(() => parseArgs({ options, allowPositionals: true }));
  const [given = process.env.EVENTSTORE_URL] = positionals;
  if (given === undefined || positionals.length > 1 || !(Number(values.streams) > 0)) throw new Error(usage);
  const trusted: Keys = new Map();
  for (const key of values.key.map((file) => readAs('公钥', file, createPublicKey))) trusted.set(keyIdOf(key), key);
  const started = Date.now();
  const outcome = await checkLog(sourceOf(given), trusted, Number(values.streams), progress);
  const { finding, events, chained, seals, hidden } = outcome;
  const last = seals.at(-1);
  const deposits = values.deposit.map((file) => against(file, outcome, trusted));
  const altered = [finding, ...hidden, ...deposits].filter((each) => each !== undefined);
  const isBare = last === undefined && finding === undefined;
  const doubt = outcome.doubt ?? (isBare ? '日志中没有检查点，什么也没有封存' : undefined);
  const code = altered.length > 0 ? 1 : doubt === undefined ? 0 : 2;
  const verdict = ['结论：历史没有被改动', '结论：历史被改动过', '结论：不能证明'][code]!;
  const lines = altered.map((each) => `发现：${each}`);
  if (doubt !== undefined) lines.push(`存疑：${doubt}`);
  lines.push(`共 ${events} 个事件，其中 ${chained} 个逐一相连`);
  if (finding === undefined && chained < events && seals[0] !== undefined)
    lines.push(
      `其余 ${events - chained} 个由较早的版本写入：自 ${clockOf(seals[0].time)}封存起可以证明，此前的改动无从得知`,
    );
  lines.push(`${seals.length} 个检查点成立，封存到第 ${last?.upTo ?? 0} 个事件`);
  if (last)
    lines.push(`最后的检查点：第 ${last.number} 个，${clockOf(last.time)}，根值 ${last.root}，密钥 ${last.keyId}`);
  const open = finding === undefined ? `${events - (last?.upTo ?? 0)} 个事件` : '未查';
  lines.push(`尚未封存：${open}；用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒`);
  process.stdout.write(`${[verdict, ...lines].join('\n')}\n`);
  process.exitCode = code;
  process.send?.({ verdict, lines, code, events, number: last?.number ?? 0, root: last?.root ?? null });
}

// Until there is a verdict. A program that started this one and ends takes it along.
process.exitCode = 3;
process.once('disconnect', () => process.exit());
try {
  await main();
} catch (error) {
  process.stderr.write(`未能校验：${error instanceof Error ? error.message : String(error)}\n`);
}
if (process.connected) process.disconnect();
